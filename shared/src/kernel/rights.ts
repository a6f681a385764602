/** What a director may give an employee (decisions 1). A director has all of them. */
export const EMPLOYEE_RIGHTS = [
  'manage_acts',
  'manage_contracts',
  'sign',
  'pay',
  'manage_executors',
  'manage_settings',
  'view_statistics',
] as const;
export type EmployeeRight = (typeof EMPLOYEE_RIGHTS)[number];

/** What a platform administrator may be allowed (decisions 1). */
export const PLATFORM_RIGHTS = ['support', 'companies', 'tariffs', 'users'] as const;
export type PlatformRight = (typeof PLATFORM_RIGHTS)[number];

/** `role_id` on the wire: three fixed ids map to two roles (product 6). */
export const ROLE_DIRECTOR = 1;
export const ROLE_EMPLOYEE = 2;
export const ROLE_EXECUTOR = 3;

export type Role = 'business' | 'executor';

export function roleOf(role_id: number): Role | null {
  if (role_id === ROLE_DIRECTOR || role_id === ROLE_EMPLOYEE) return 'business';
  return role_id === ROLE_EXECUTOR ? 'executor' : null;
}
