import type { Erasure, VisitorProfile } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { onEnterKey } from "../../../ui/keyboard/on-enter-key.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { TypeToConfirmDialog } from "../kit/resource/TypeToConfirmDialog.tsx";
import { t } from "./text.ts";

/**
 * Finds a visitor by number and shows them. Erases the visitor after the operator typed the number
 * again (CORE-116).
 */
export function EraseVisitorForm() {
  const [visitor, setVisitor] = useState<VisitorProfile | null>(null);
  // A new key clears the field after an erasure.
  const [eraseCount, setEraseCount] = useState(0);
  return (
    <SettingsSection id="g-erase" title={t("data.erase")}>
      <p className="hint">{t("data.erase.hint")}</p>
      <FindVisitor key={eraseCount} onFound={setVisitor} />
      {visitor !== null && (
        <ConfirmErase
          visitor={visitor}
          onClose={() => setVisitor(null)}
          onDone={() => {
            setVisitor(null);
            setEraseCount(eraseCount + 1);
          }}
        />
      )}
    </SettingsSection>
  );
}

function FindVisitor({ onFound }: { onFound: (visitor: VisitorProfile) => void }) {
  const [number, setNumber] = useState("");
  const [fieldError, setFieldError] = useState<string | undefined>();
  const { busy, failure, run, clearFailure } = useApiMutation();
  const findVisitor = () => {
    clearFailure();
    const isNumber = /^[1-9]\d{0,15}$/.test(number.trim());
    setFieldError(isNumber ? undefined : t("data.erase.missing"));
    if (isNumber)
      void run(async () => onFound(await api.get<VisitorProfile>(`/visitors/${number.trim()}`)));
  };
  return (
    <>
      {failure !== null && <ErrorMessage error={failure} />}
      <div className="erase">
        <TextField
          label={t("data.erase.number")}
          value={number}
          error={fieldError}
          inputMode="numeric"
          maxLength={16}
          autoComplete="off"
          onChange={(event) => setNumber(event.target.value)}
          {...onEnterKey(findVisitor)}
        />
        <Button variant="danger" unavailable={busy} onClick={findVisitor}>
          {t("data.erase.verb")}
        </Button>
      </div>
    </>
  );
}

interface ConfirmEraseProps {
  visitor: VisitorProfile;
  onClose: () => void;
  onDone: () => void;
}

function ConfirmErase({ visitor, onClose, onDone }: ConfirmEraseProps) {
  const n = String(visitor.number);
  const erase = async () => {
    await api.delete<Erasure>(`/visitors/${n}`);
    invalidateLists("erasures", "data-figures", "visitors");
    toast(t("data.erase.done", { n }));
    onDone();
  };
  return (
    <TypeToConfirmDialog
      title={t("data.erase.title", { n })}
      cancel={t("data.erase.cancel")}
      button={t("data.erase.sure")}
      label={t("data.erase.type", { n })}
      requiredText={n}
      inputMode="numeric"
      action={erase}
      onClose={onClose}
    >
      {`${t("data.erase.text", {
        name: visitor.name?.value ?? t("data.erase.anonymous"),
        chats: visitor.chats,
      })}${describePerson(visitor)}`}
    </TypeToConfirmDialog>
  );
}

/** Returns the sentence about the other visitors of the person, or "" if there are none. */
function describePerson({ number, person }: VisitorProfile): string {
  if (person === null) return "";
  const others = person.members.filter((member) => member.number !== number);
  const numbers = others.map((member) => `#${member.number}`).join(", ");
  return ` ${t("data.erase.person", { numbers })}`;
}
