/** Permissions, each with those before it: asking the dataset, judging tables, and changing datasets and projects. */
export const ROLES = ['ask', 'judge', 'administer'] as const;

export type Role = (typeof ROLES)[number];

/** Permission for a request: a role, or nothing, such as for the manifest and monitoring. */
export type Need = Role | 'nothing';

/** Whether a role includes another one. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
