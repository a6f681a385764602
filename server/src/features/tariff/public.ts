export { assertNotBehind } from './assert-not-behind.ts';
export { findTariffPlanId, isBankConnected, mustHaveNoTariff } from './plan-in-force.ts';
