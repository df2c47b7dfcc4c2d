import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import "./replies.css";
import { t } from "./text.ts";

/**
 * Warns that the visitor would read a word in braces, which no variable replaces (API-442), and
 * asks before a shortcut that no quick reply has is sent as text (CORE-474).
 */
export function UnknownVariableNotice({
  text,
  askedShortcut,
}: {
  text: string;
  askedShortcut: string | null;
}) {
  // A field is not a variable of the composer: a picked quick reply has its value.
  const name = findUnknownVariable(text, []);
  return (
    <output className="unknownvariable">
      {askedShortcut !== null && (
        <>
          <Icon of={IconAlertTriangle} small />
          {t("replies.ask", { name: askedShortcut })}
        </>
      )}
      {askedShortcut === null && name !== null && (
        <>
          <Icon of={IconAlertTriangle} small />
          {t("replies.unknown", { name })}
        </>
      )}
    </output>
  );
}
