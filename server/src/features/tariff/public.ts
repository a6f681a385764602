export { assertNotBehind } from './assert-not-behind.ts';
export { findCommissions, findTariffPlanId, isBankConnected, mustHaveNoTariff } from './plan-in-force.ts';
