import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { createDocumentList, type DocumentRow } from "./document-list.ts";

/** An OIDC provider for sign-in (CFG-034). */
export type OidcRecord = DocumentRow<(typeof oidc)["fields"]> & {
  /** Id of the provider. It is public, because it is part of URLs and of the sign-in page. */
  readonly id: string;
};

export const oidcList = createDocumentList<(typeof oidc)["fields"], OidcRecord>(
  "oidc",
  oidc.fields,
  { client_secret: "secret" },
);
