import type { EmailAddress } from "@parlour/protocol";
import { findEmailAddressFault, splitEmailAddresses } from "@parlour/protocol/email/address";
import { IconX } from "@tabler/icons-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import { t } from "./text.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface RecipientFieldProps {
  label: string;
  hint?: string;
  recipients: readonly EmailAddress[];
  /** New addresses, which are marked. */
  newAddresses: readonly string[];
  onChange: (recipients: readonly EmailAddress[]) => void;
}

/**
 * A list of recipients as pills, and a field to add more. Enter, a comma or leaving the field adds
 * what is typed. Backspace in the empty field removes the last one.
 */
export function RecipientField({
  label,
  hint,
  recipients,
  newAddresses,
  onChange,
}: RecipientFieldProps) {
  const id = useId();
  const { typed, setTyped, field, add, remove, pick, onKeyDown, suggestions } = useTypedRecipients(
    recipients,
    onChange,
  );
  const faultText = findFaultText(recipients);
  const { options, active } = suggestions;
  const isListed = options.length > 0;
  return (
    <>
      <div className="mailrow">
        <label className="lb" htmlFor={id}>
          {label}
        </label>
        <div className="mailpills">
          <ul aria-label={label}>
            {recipients.map((one) => (
              <RecipientPill
                key={one.address}
                recipient={one}
                isNew={newAddresses.includes(one.address)}
                onRemove={() => remove(one.address)}
              />
            ))}
          </ul>
          <input
            ref={field}
            id={id}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            placeholder={recipients.length === 0 ? hint : undefined}
            role="combobox"
            aria-expanded={isListed}
            aria-autocomplete="list"
            aria-controls={isListed ? `${id}-hits` : undefined}
            aria-activedescendant={active < 0 ? undefined : `${id}-hits-${active}`}
            aria-invalid={faultText !== null}
            aria-describedby={faultText === null ? undefined : `${id}-fault`}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            onPaste={(event) => {
              const text = event.clipboardData.getData("text");
              if (!/[,;\n]|@/u.test(text)) return;
              event.preventDefault();
              add(`${typed}${text}`);
            }}
          />
          {isListed && <SuggestionList id={`${id}-hits`} {...{ options, active }} onPick={pick} />}
        </div>
      </div>
      {faultText !== null && (
        <p id={`${id}-fault`} className="mailfault t12 danger">
          {faultText}
        </p>
      )}
    </>
  );
}

/** Returns the field for further recipients: what is typed, and its keys. */
function useTypedRecipients(
  recipients: readonly EmailAddress[],
  onChange: RecipientFieldProps["onChange"],
) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    setTyped("");
    const taken = new Set(recipients.map(({ address }) => address.toLowerCase()));
    const added = splitEmailAddresses(text).filter(({ address }) => {
      const isNew = !taken.has(address.toLowerCase());
      taken.add(address.toLowerCase());
      return isNew;
    });
    if (added.length > 0) onChange([...recipients, ...added]);
  };
  const remove = (address: string) => {
    onChange(recipients.filter((one) => one.address !== address));
    field.current?.focus();
  };
  const pick = (recipient: EmailAddress) => {
    setTyped("");
    onChange([...recipients, recipient]);
    field.current?.focus();
  };
  const suggestions = useSuggestions(typed, recipients, pick);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || suggestions.onKey(event)) return;
    const isEnd = event.key === "Enter" || event.key === "," || event.key === ";";
    if (isEnd && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(typed);
    }
    const last = recipients.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last.address);
  };
  return { typed, setTyped, field, add, remove, pick, onKeyDown, suggestions };
}

/** Returns what is wrong with the first wrong address, or null. */
function findFaultText(recipients: readonly EmailAddress[]): string | null {
  for (const { address } of recipients) {
    const fault = findEmailAddressFault(address);
    if (fault !== null) return t(`fault.${fault}`, { address });
  }
  return null;
}

function RecipientPill({
  recipient: { address, name },
  isNew,
  onRemove,
}: {
  recipient: EmailAddress;
  isNew: boolean;
  onRemove: () => void;
}) {
  const isWrong = findEmailAddressFault(address) !== null;
  return (
    <li className={isWrong ? "adr bad" : isNew ? "adr add" : "adr"}>
      <span title={isNew ? `${address} · ${t("email.new")}` : address}>{name || address}</span>
      {isNew && <span className="vh">{t("email.new")}</span>}
      <button
        type="button"
        aria-label={t("email.remove", { name: name || address })}
        onClick={onRemove}
      >
        <Icon of={IconX} small />
      </button>
    </li>
  );
}
