import { expect, test } from 'vitest';
import { EMPLOYEE_RIGHTS, PLATFORM_RIGHTS, roleOf } from './rights.ts';

test('ids of roles on the wire never change: director, employee, executor', () => {
  expect([0, 1, 2, 3, 4].map(roleOf)).toEqual([null, 'business', 'business', 'executor', null]);
});

test('rights are those of the decisions', () => {
  expect([...EMPLOYEE_RIGHTS].sort()).toEqual([
    'manage_acts',
    'manage_contracts',
    'manage_executors',
    'manage_settings',
    'pay',
    'sign',
    'view_statistics',
  ]);
  expect([...PLATFORM_RIGHTS].sort()).toEqual(['companies', 'support', 'tariffs', 'users']);
});
