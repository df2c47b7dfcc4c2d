// oxlint-disable jsx-a11y/prefer-tag-over-role -- a list below a field that keeps the focus has roles.
import "./suggestions.css";
import type { EmailAddress } from "@parlour/protocol";
import { t } from "./text.ts";

/** Known visitors that match what is typed. The focus stays in the field. */
export function SuggestionList({
  id,
  options,
  active,
  onPick,
}: {
  id: string;
  options: readonly EmailAddress[];
  active: number;
  onPick: (recipient: EmailAddress) => void;
}) {
  return (
    <div className="mailhits float" id={id} role="listbox" aria-label={t("email.known")}>
      {options.map((option, index) => (
        // The keys of the list are handled by its field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={option.address}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the field, which would add what is typed when it loses it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.name !== "" && <span dir="auto">{option.name}</span>}
          <span className="soft">{option.address}</span>
        </div>
      ))}
    </div>
  );
}
