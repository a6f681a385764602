export { assertNotBehind } from './assert-not-behind.ts';
export { endTariff } from './end-tariff.ts';
export { findCommissions, findTariffPlanId, isBankConnected, mustHaveNoTariff } from './plan-in-force.ts';
