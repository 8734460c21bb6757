/** What a key allows, each role including those before it: asking the dataset, judging tables of names, and changing datasets and projects. */
export const ROLES = ['ask', 'judge', 'administer'] as const;

/** One of them. */
export type Role = (typeof ROLES)[number];

/** What a request needs: a role, or nothing, such as the manifest and what watches the service. */
export type Need = Role | 'nothing';

/** Whether a role includes another one. */
export function includesRole(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
