import { Type, type Static } from "typebox";
import { Operator, Presence } from "./entity.ts";

/** Set-up, sign-in and the operator's own profile (API-007, API-010 – API-012). */

const email = Type.String({ minLength: 3, maxLength: 254 });
const password = Type.String({ minLength: 12, maxLength: 256 });
const name = Type.String({ minLength: 1, maxLength: 100 });

/** API-007: whether the installation still waits for its owner. */
export const SetupState = Type.Object({ needed: Type.Boolean() });
export type SetupState = Static<typeof SetupState>;

/** API-007. `token` comes from the one-time link (CFG-017); `account` is the name of the first account. */
export const Setup = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), name, email, password, account: name },
  { additionalProperties: false },
);
export type Setup = Static<typeof Setup>;

/** API-010. `code` is that of a second factor; nobody has one in this version and it is ignored. */
export const SignIn = Type.Object(
  { email, password, code: Type.Optional(Type.String({ maxLength: 16 })) },
  { additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

export const SignedIn = Type.Object({ operator: Operator });
export type SignedIn = Static<typeof SignedIn>;

/** API-012. */
export const PresenceChoice = Type.Object({ status: Presence }, { additionalProperties: false });
export type PresenceChoice = Static<typeof PresenceChoice>;

/** Own profile: another name, another password with the present one. A new password ends the operator's other sessions. */
export const MePatch = Type.Object(
  {
    name: Type.Optional(name),
    password: Type.Optional(password),
    old_password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MePatch = Static<typeof MePatch>;
