import type { DraftMode } from "../../../state/drafts/drafts.ts";
import type { ChatPermission } from "../../../state/live-state.ts";
import { t } from "../text.ts";
import { getDefaultForm, type EmailForm } from "../../../state/drafts/email-draft.ts";
import type { EmailComposer } from "./email/use-email.ts";
import type { ComposerTab } from "./ModeTabs.tsx";

interface TabOptions {
  readonly mode: DraftMode;
  readonly permission: ChatPermission;
  readonly onMode: (mode: DraftMode) => void;
  /** Null if messages of the chat are not emails. */
  readonly email: EmailComposer | null;
}

/** Returns the tabs of the composer. In another operator's chat only notes can be written. */
export function listComposerTabs({ mode, permission, onMode, email }: TabOptions): ComposerTab[] {
  const note: ComposerTab = {
    key: "note",
    label: t("composer.note"),
    keys: "N",
    isSelected: mode === "note",
    select: () => onMode("note"),
  };
  if (permission === "other") return [note];
  if (email === null)
    return [
      {
        key: "text",
        label: t("composer.reply"),
        keys: "R",
        isSelected: mode === "text",
        select: () => onMode("text"),
      },
      note,
    ];
  const current = email.heading?.form ?? "reply";
  const tabs = listForms(email).map((form, index): ComposerTab => ({
    key: form,
    label: t(`email.${form}`),
    keys: index === 0 ? "R" : "",
    isSelected: mode === "text" && form === current,
    select() {
      onMode("text");
      // The recipients of another form are its own.
      if (form !== current) email.change({ form, to: undefined, cc: undefined });
    },
  }));
  return [...tabs, note];
}

/** Returns the forms that differ. A reply to all is one only if the letter names several people. */
function listForms({ defaults, heading }: EmailComposer): readonly EmailForm[] {
  const forms: EmailForm[] =
    defaults !== null && getDefaultForm(defaults) === "reply_all"
      ? ["reply_all", "reply"]
      : ["reply"];
  return heading?.form === "forward" ? [...forms, "forward"] : forms;
}
