import { HelpCenter, HelpCenterPatch } from "@parlour/protocol/api";
import { findColorFault } from "@parlour/protocol/article/colors";
import { helpCenter } from "@parlour/protocol/settings/kinds/account/help-center";
import { refuse } from "../../core/failure.ts";
import { validateLogo } from "../../core/visitor/logo.ts";
import {
  findHelpCenter,
  hasWidgetChatPage,
  saveHelpCenter,
  type HelpCenterRecord,
  type HelpCenterValues,
} from "../../store/articles/help-center.ts";
import { createSingle } from "../kind/create-single.ts";
import { claimHost } from "./host-names.ts";

/** The public pages with the articles of the account (HELP-010). */
export const helpCenterResource = createSingle(helpCenter, {
  action: "help_center.change",
  rights: { read: "account.read", manage: "account.manage" },
  summaries: { one: "Get the help centre settings", change: "Update the help centre settings" },
  schemas: { entity: HelpCenter, patch: HelpCenterPatch },
  find: findHelpCenter,
  isManaged: ({ managed }: HelpCenterRecord) => managed,
  isExported: ({ isSaved }) => isSaved,
  // The database sorts the keys of objects.
  toValues: ({ values }) => ({
    ...values,
    links: values.links.map(({ label, url }) => ({ label, url })),
  }),
  findFault: findHelpFault,
  async toSettings(values, { tx, account, hosts }, before, entry) {
    const widget = values?.chat_widget_id ?? null;
    // The file may be applied before its widget exists, and a widget may be deleted.
    const isChosen = entry === null && widget !== before.values.chat_widget_id;
    if (isChosen && widget !== null && !(await hasWidgetChatPage(tx, account, widget)))
      refuse("invalid_request", "There is no widget with this id and a chat page.", {
        field: "chat_widget_id",
      });
    const current = before.values.host;
    const claimed =
      values === null || values.host === null
        ? null
        : await claimHost(tx, account, values.host, { current, authority: hosts });
    await saveHelpCenter(
      tx,
      account,
      values && {
        ...values,
        host: claimed?.host ?? null,
        host_proof: claimed?.isNew ?? before.hasHostProof,
      },
    );
    return {};
  },
});

function findHelpFault(
  values: HelpCenterValues,
): { readonly field: string; readonly message: string } | undefined {
  for (const field of ["logo", "logo_dark"] as const) {
    const logo = values[field];
    const message = logo === null ? null : validateLogo(logo);
    if (message !== null) return { field, message: `cannot be used: ${message}` };
  }
  const fault = values.colors && findColorFault(values.colors);
  return fault
    ? {
        field: `colors.${fault.field}`,
        message: `has a contrast of ${fault.contrast.toFixed(2)} on ${fault.on}; at least 4.5 is needed`,
      }
    : undefined;
}

/**
 * Returns the origin of the pages, or null if no host name leads to this help centre. `helpUrl`:
 * the origin of the first account (CFG-143).
 */
export function getHelpOrigin(
  { host, isFirst }: { readonly host: string | null; readonly isFirst: boolean },
  helpUrl: string,
): string | null {
  if (host !== null) return `${new URL(helpUrl).protocol}//${host}`;
  return isFirst ? helpUrl : null;
}
