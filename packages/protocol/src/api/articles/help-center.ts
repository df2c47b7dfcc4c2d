import { Type, type Static } from "typebox";
import { Nullable } from "../../entity/index.ts";
import { helpCenter } from "../../settings/kinds/account/help-center.ts";
import { createSingleSchemas } from "../settings/shapes/list-schemas.ts";
import { Logo } from "../settings/shapes/widget.ts";

/** Settings of the help centre (HELP-010). */

const Links = Type.Array(
  Type.Object(
    {
      label: Type.String({ minLength: 1, maxLength: 60 }),
      url: Type.String({ pattern: "^(https?://|mailto:|tel:|/)", maxLength: 2048 }),
    },
    { additionalProperties: false },
  ),
  { maxItems: 10 },
);
const facts = {
  /** Address of the first page. null: no host name leads to the help centre of the account. */
  url: Nullable(Type.String()),
};

const schemas = createSingleSchemas(helpCenter, facts, {
  logo: { answer: Logo, sent: Logo },
  logo_dark: { answer: Logo, sent: Logo },
  links: { answer: Links, sent: Links },
});
export const HelpCenter = schemas.entity;
export const HelpCenterPatch = schemas.patch;
export const HelpCenterFile = schemas.file;
export type HelpCenter = Static<typeof HelpCenter>;
export type HelpCenterPatch = Static<typeof HelpCenterPatch>;
