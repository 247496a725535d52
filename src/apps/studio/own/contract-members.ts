/** The members of the roles' contracts, which the editor offers for autocompletion. */

/**
 * A member of a contract's interface, such as `setRate` of `CongestionView`. scripts/studio.mjs collects them from the
 * contracts.
 */
export interface Member {
  readonly of: string;
  readonly name: string;
  readonly type: string;
  readonly about: string;
}

/** The members by role. The role is the name of the contract's file, such as "congestion". */
export type Contracts = Readonly<Record<string, readonly Member[]>>;

/**
 * The completion entries for the text of a policy module: the contract's members for the role that the text declares. If
 * the text declares no known role, the members for all roles.
 */
export function optionsFor(all: Contracts, text: string): { label: string; detail: string; info: string }[] {
  const role = /^export const role = "([\w-]+)"/m.exec(text)?.[1] ?? "";
  const members = Object.hasOwn(all, role) ? all[role] : Object.values(all).flat();
  return members.map(({ of, name, type, about }) => ({ label: name, detail: type, info: `${of}: ${about}` }));
}
