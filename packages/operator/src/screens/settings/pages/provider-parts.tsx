import { listFormSettings } from "../kit/kind/search-fields.ts";
import type { PagePart } from "./page-table.ts";
import { ScimPage } from "../scim/ScimPage.tsx";
import { scimScreen } from "../scim/screen.tsx";
import { oidcScreen } from "../security/oidc-screen.tsx";
import { samlScreen } from "../security/saml-screen.tsx";
import { SamlPage, SingleSignOnPage } from "../security/SingleSignOnPage.tsx";

/** The parts of the page Sign-in about identity providers. */
export const providerParts: readonly PagePart[] = [
  {
    path: "oidc",
    title: "oidc.title",
    page: () => <SingleSignOnPage />,
    needs: ["instance.manage"],
    fields: listFormSettings(oidcScreen),
  },
  {
    path: "saml",
    title: "saml.title",
    page: () => <SamlPage />,
    needs: ["instance.manage"],
    fields: listFormSettings(samlScreen),
  },
  {
    path: "scim",
    title: "scim.title",
    page: () => <ScimPage />,
    needs: ["account.manage", "keys.manage", "operators.manage"],
    fields: listFormSettings(scimScreen),
  },
];
