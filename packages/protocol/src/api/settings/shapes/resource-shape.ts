/**
 * Describes settings resources as plain data for the server, the audit log and the forms of the
 * operator application. Does not import a schema library.
 */

/** Required if `minLength` is 1, else "" by default. White space around it is removed. */
interface TextField {
  readonly minLength: 0 | 1;
  readonly maxLength: number;
}
export interface ResourceShape {
  /** Kind in `settings_changed` and in audit actions, such as `tag`. */
  readonly kind: string;
  /** Path in the API, such as `tags` for /tags and /tags/:id. */
  readonly path: string;
  /** Maximum rows of an account. Absent: no limit, or one that the resource checks itself. */
  readonly max?: number;
  /** The account chooses the order: PUT /tags/order. */
  readonly hasOrder?: true;
  /** Text fields whose only rule is their length. */
  readonly texts: Readonly<Record<string, TextField>>;
}
/** Returns the audit actions of a resource (API-072). */
export const listActions = <Kind extends string>({ kind }: { readonly kind: Kind }) =>
  [`${kind}.change`, `${kind}.create`, `${kind}.delete`] as const;
