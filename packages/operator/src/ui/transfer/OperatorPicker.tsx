import { useState, type ReactNode } from "react";
import { TextField } from "../Field.tsx";
import { Avatar } from "../badges.tsx";
import { useCustomStatus } from "../presence/use-custom-status.ts";
import type { TransferCandidate } from "./transfer-candidates.ts";
import { t } from "./dialog-text.ts";
import "./transfer.css";

/** Number of operators from which a search field is shown. */
const minForSearch = 8;

interface OperatorPickerProps {
  legend: string;
  candidates: readonly TransferCandidate[];
  /** Name of the radio group. Its values have the format `o:<id>`. */
  name: string;
  chosen: string | null;
  onChoose: (value: string) => void;
  /** Returns whether the operator can be chosen. Default: those who are available now. */
  canChoose?: ((candidate: TransferCandidate) => boolean) | undefined;
  /** Whether the first option gets the focus when the dialog opens. */
  hasInitialFocus?: boolean;
}

/** Radio group of operators with presence, open chats, and why one is unavailable. */
export function OperatorPicker({
  legend,
  candidates,
  name,
  chosen,
  onChoose,
  canChoose = ({ unavailableReason }) => unavailableReason === null,
  hasInitialFocus = false,
}: OperatorPickerProps) {
  const getStatus = useCustomStatus();
  const [search, setSearch] = useState("");
  const term = search.trim().toLocaleLowerCase();
  const visible = candidates.filter((candidate) =>
    candidate.name.toLocaleLowerCase().includes(term),
  );
  const firstAvailable = visible.find(canChoose);
  return (
    <fieldset className="picklist">
      <legend>{legend}</legend>
      {candidates.length >= minForSearch && (
        <TextField
          label={t("pick.search")}
          hideLabel
          type="search"
          placeholder={t("pick.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {candidates.length === 0 && <p className="soft t13">{t("pick.nobody")}</p>}
      {candidates.length > 0 && visible.length === 0 && (
        <p className="soft t13">{t("pick.nomatch", { q: search })}</p>
      )}
      <div className="picks-in">
        {visible.map((candidate) => (
          <OperatorOption
            key={candidate.id}
            name={name}
            value={`o:${candidate.id}`}
            chosen={chosen}
            onChoose={onChoose}
            focus={hasInitialFocus && candidate === firstAvailable}
            disabled={!canChoose(candidate)}
            icon={
              <Avatar
                name={candidate.name}
                photo={candidate.photo ?? ""}
                size={28}
                presence={candidate.presence}
              />
            }
            note={formatNote(candidate, getStatus(candidate.id))}
          >
            <bdi>{candidate.name}</bdi>
          </OperatorOption>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the chats of an operator, or why they are unavailable, with their custom status. */
function formatNote(
  { unavailableReason, openChats }: TransferCandidate,
  status: string | null,
): string {
  if (unavailableReason === "away" && status !== null) return status;
  if (unavailableReason !== null) return t(`why.${unavailableReason}`);
  const load = t("pick.load", { n: openChats });
  return status === null ? load : `${status} · ${load}`;
}

interface OperatorOptionProps {
  name: string;
  value: string;
  chosen: string | null;
  onChoose: (value: string) => void;
  focus?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  note?: string;
  /** Whether text that is too long for one line wraps. */
  wraps?: boolean;
  children: ReactNode;
}

/** One option of the group. */
export function OperatorOption({
  name,
  value,
  chosen,
  onChoose,
  focus = false,
  disabled = false,
  icon,
  note,
  wraps = false,
  children,
}: OperatorOptionProps) {
  return (
    <label className={disabled ? "pickrow off" : "pickrow"}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        disabled={disabled}
        // The dialog is opened to choose, so the first option has the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focus}
      />
      {icon}
      <span className={wraps ? "grow wraps" : "grow cut"}>{children}</span>
      {note !== undefined && <span className="t12 faint">{note}</span>}
    </label>
  );
}
