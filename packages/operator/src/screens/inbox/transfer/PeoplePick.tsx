import { useState, type ReactNode } from "react";
import { TextField } from "../../../ui/Field.tsx";
import { Avatar } from "../../../ui/marks.tsx";
import type { Colleague } from "./colleagues.ts";
import { t } from "./text.ts";
import "./transfer.css";

/** From this number of operators on, a search field is shown. */
const searchFrom = 8;

interface PickProps {
  legend: string;
  colleagues: readonly Colleague[];
  /** Name of the radio group. Values are `o:<id>`. */
  name: string;
  chosen: string | null;
  onChoose: (value: string) => void;
  /** The first option gets the focus when the dialog opens. */
  first?: boolean;
}

/** Radio group of operators with presence, number of open chats, and why one is unavailable. */
export function PeoplePick({ legend, colleagues, name, chosen, onChoose, first = false }: PickProps) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  const shown = colleagues.filter((one) => one.name.toLocaleLowerCase().includes(wanted));
  const free = shown.find((one) => one.obstacle === null);
  return (
    <fieldset className="picklist">
      <legend>{legend}</legend>
      {colleagues.length >= searchFrom && (
        <TextField
          label={t("pick.search")}
          hideLabel
          type="search"
          placeholder={t("pick.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {colleagues.length === 0 && <p className="soft t13">{t("pick.nobody")}</p>}
      {colleagues.length > 0 && shown.length === 0 && <p className="soft t13">{t("pick.nomatch", { q: search })}</p>}
      <div className="picks-in">
        {shown.map((one) => (
          <PickRow
            key={one.id}
            name={name}
            value={`o:${one.id}`}
            chosen={chosen}
            onChoose={onChoose}
            focus={first && one === free}
            disabled={one.obstacle !== null}
            icon={<Avatar name={one.name} photo={one.photo ?? ""} size={28} presence={one.presence} />}
            note={one.obstacle === null ? t("pick.load", { n: one.load }) : t(`why.${one.obstacle}`)}
          >
            <bdi>{one.name}</bdi>
          </PickRow>
        ))}
      </div>
    </fieldset>
  );
}

interface RowProps {
  name: string;
  value: string;
  chosen: string | null;
  onChoose: (value: string) => void;
  focus?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  note?: string;
  /** Wraps text that needs more than one line. */
  wraps?: boolean;
  children: ReactNode;
}

/** One option of the group. */
export function PickRow({ name, value, chosen, onChoose, focus = false, disabled = false, icon, note, wraps = false, children }: RowProps) {
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
