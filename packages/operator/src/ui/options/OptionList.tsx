// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and handles the keys.
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import { Icon, type IconType } from "../Icon.tsx";
import "./options.css";
import { t } from "./text.ts";
import { useOptionKeys } from "./use-option-keys.ts";

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconType;
  /** Short text at the end. */
  readonly hint?: string;
  readonly isChosen?: boolean;
}
export interface OptionGroup {
  /** Absent: the options have no heading. */
  readonly title?: string;
  readonly options: readonly Option[];
}

interface OptionListProps {
  readonly label: string;
  readonly groups: readonly OptionGroup[];
  /** Whether several options can be chosen, with check boxes. */
  readonly isMultiple?: boolean;
  /** Whether the keys 1 to 9 choose one of the first options, as long as nothing is typed. */
  readonly hasNumbers?: boolean;
  readonly onPick: (id: string) => void;
  /** Receives the option that Enter would choose. null: there is none. */
  readonly onActive?: (id: string | null) => void;
  /** Closes the list. Enter without a text does, if several options can be chosen. */
  readonly onClose: () => void;
  /** Adds a typed text that no option has. Absent: only options can be chosen. */
  readonly onCreate?: ((text: string) => void) | undefined;
}
const createId = "create";

/** List of options below a field that filters them. */
export function OptionList(props: OptionListProps) {
  const { label, isMultiple = false, hasNumbers = false, onPick } = props;
  const { onActive, onClose, onCreate } = props;
  const listId = useId();
  const [query, setQuery] = useState("");
  const groups = filterGroups(props.groups, query, onCreate !== undefined);
  const pick = (id: string) => {
    if (id === createId) onCreate?.(query.trim());
    else onPick(id);
    setQuery("");
  };
  const ids = groups.flatMap(({ options }) => options.map(({ id }) => id));
  const numbered = hasNumbers && query === "" ? ids.slice(0, 9) : [];
  const { active, setActiveId, onKeyDown } = useOptionKeys({
    ids,
    listId,
    numbered,
    onPick: pick,
    onEnter: isMultiple && query.trim() === "" ? onClose : undefined,
    hasSpace: isMultiple && onCreate === undefined,
  });
  useEffect(() => onActive?.(active), [onActive, active]);
  const hasOptions = groups.length > 0;
  return (
    <div className="optionlist">
      <div className="ask2">
        <Icon of={IconSearch} small />
        <input
          // The list is opened to choose at once, so its field has the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          // A search is typed again quickly: dialogs close without a question.
          type="search"
          role="combobox"
          aria-label={label}
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
          placeholder={t("options.find")}
          value={query}
          maxLength={500}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {!hasOptions && <p className="soft t13 nothing">{t("options.nothing")}</p>}
      {hasOptions && (
        <div role="listbox" id={listId} aria-label={label} aria-multiselectable={isMultiple}>
          {groups.map(({ title, options }) => (
            <div key={title ?? ""} role="group" aria-label={title ?? label}>
              {title !== undefined && (
                <span className="cap" aria-hidden="true">
                  {title}
                </span>
              )}
              {options.map((option) => (
                <div
                  key={option.id}
                  id={`${listId}-${option.id}`}
                  role="option"
                  aria-selected={option.isChosen === true}
                  className={option.id === active ? "opt active" : "opt"}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActiveId(option.id)}
                  onClick={() => pick(option.id)}
                >
                  <OptionContent option={option} isMultiple={isMultiple} />
                  {numbered.includes(option.id) && <kbd>{numbered.indexOf(option.id) + 1}</kbd>}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function OptionContent({ option, isMultiple }: { option: Option; isMultiple: boolean }) {
  const { label, icon, hint, isChosen = false } = option;
  return (
    <>
      {isMultiple && (
        <span className={isChosen ? "tick on" : "tick"}>
          {isChosen && <Icon of={IconCheck} small />}
        </span>
      )}
      {icon && <Icon of={icon} small />}
      <span className="grow cut">{label}</span>
      {hint !== undefined && <span className="hint">{hint}</span>}
      {!isMultiple && isChosen && <Icon of={IconCheck} small />}
    </>
  );
}

/** Returns the groups with the options that contain the text, and the option to add the text. */
function filterGroups(
  groups: readonly OptionGroup[],
  query: string,
  canCreate: boolean,
): readonly OptionGroup[] {
  const term = query.trim().toLocaleLowerCase();
  const matching = groups
    .map((group) => ({
      ...group,
      options: group.options.filter(({ label }) => label.toLocaleLowerCase().includes(term)),
    }))
    .filter(({ options }) => options.length > 0);
  const isKnown = groups.some(({ options }) =>
    options.some(({ label }) => label.toLocaleLowerCase() === term),
  );
  if (!canCreate || term === "" || isKnown) return matching;
  const create = { id: createId, label: t("options.create", { text: query.trim() }) };
  return [...matching, { options: [create] }];
}
