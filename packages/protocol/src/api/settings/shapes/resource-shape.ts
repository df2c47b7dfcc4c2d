/**
 * Describes settings resources in plain data: the server, the audit log and the forms of the
 * operator application read it. It loads no schema library.
 */

/**
 * A text field. `minLength` 1: required. 0: optional, "" by default. White space around it is
 * removed.
 */
export interface TextField {
  readonly minLength: 0 | 1;
  readonly maxLength: number;
}
export interface ResourceShape {
  /** `tag`: kind in `settings_changed`, and first part of the audit actions. */
  readonly kind: string;
  /** `tags`: /tags and /tags/:id in the API. */
  readonly path: string;
  /** Maximum rows of an account. Absent: no limit, or one that the resource checks itself. */
  readonly max?: number;
  /** The account chooses the order: PUT /tags/order. */
  readonly hasOrder?: true;
  /** Text fields whose only rule is their length. */
  readonly texts: Readonly<Record<string, TextField>>;
}
/** Values of the text fields of a shape. */
export type TextValues<S extends Pick<ResourceShape, "texts">> = {
  readonly [Name in keyof S["texts"]]: string;
};

/** Returns the audit actions of a resource (API-072). */
export const listActions = <Kind extends string>({ kind }: { readonly kind: Kind }) =>
  [`${kind}.change`, `${kind}.create`, `${kind}.delete`] as const;
