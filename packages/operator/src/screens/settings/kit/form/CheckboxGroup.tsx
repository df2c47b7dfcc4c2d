import { IconAlertCircle } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { Switch } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import {
  describeMissing,
  ListFailure,
  type LoadedList,
} from "../../../../ui/loading/ListFailure.tsx";
import {
  useAllChannels,
  useArticleSections,
  useDepartments,
} from "../../../../state/api/queries.ts";
import { t } from "../../text.ts";

interface CheckboxOption<T extends string | number> {
  value: T;
  label: ReactNode;
  hint?: string | undefined;
  /** Whether it stays as it is, while the others can be changed. */
  isFixed?: boolean;
}

interface CheckboxGroupProps<T extends string | number> {
  title: ReactNode;
  hint?: string | undefined;
  name: string;
  choices: readonly CheckboxOption<T>[];
  chosen: readonly T[];
  /** Receives the chosen values in the order of `choices`. */
  onChange: (chosen: T[]) => void;
  readOnly: boolean;
  error?: string | undefined;
  /** The list that the choices are made of. Its states are shown. */
  source?: LoadedList;
}

/**
 * Renders a list of checkboxes. Values that are chosen and no longer a choice are listed too, so
 * that a change of the others keeps them (CORE-485).
 */
export function CheckboxGroup<T extends string | number>(props: CheckboxGroupProps<T>) {
  const { title, hint, name, chosen, onChange, readOnly, error, source } = props;
  const id = useId();
  const isLoaded = source === undefined || source.data !== undefined;
  const unknown = chosen.filter((value) => !props.choices.some((one) => one.value === value));
  const choices: readonly CheckboxOption<T>[] = isLoaded
    ? [
        ...props.choices,
        ...unknown.map((value) => ({ value, label: describeUnknown(props, value) })),
      ]
    : [];
  const setChecked = (value: T, isChecked: boolean) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((other) => (other === value ? isChecked : chosen.includes(other))),
    );
  return (
    <fieldset className="field" aria-labelledby={id}>
      <p className="label" id={id}>
        {title}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {source && <ListFailure list={source} />}
      {!isLoaded && !source.error && <p className="hint">{describeMissing(source)}</p>}
      <ul className="ops" data-readonly={readOnly || undefined}>
        {choices.map((choice) => {
          const checked = chosen.includes(choice.value);
          return (
            <Checkbox
              key={choice.value}
              {...{ name, checked }}
              readOnly={readOnly || choice.isFixed === true}
              isInvalid={error !== undefined}
              onTick={(isChecked) => setChecked(choice.value, isChecked)}
            >
              <span className="grow">
                {choice.label}
                {choice.hint !== undefined && <small className="hint block">{choice.hint}</small>}
              </span>
            </Checkbox>
          );
        })}
      </ul>
      {error !== undefined && <GroupError>{error}</GroupError>}
    </fieldset>
  );
}

const describeUnknown = <T extends string | number>(
  { source }: CheckboxGroupProps<T>,
  value: T,
): string => (source === undefined ? String(value) : describeMissing(source));

interface CheckboxProps {
  name: string;
  checked: boolean;
  onTick: (isChecked: boolean) => void;
  readOnly: boolean;
  isInvalid: boolean;
  children: ReactNode;
}

/** Renders one row of a checkbox list. */
export function Checkbox({ name, checked, onTick, readOnly, isInvalid, children }: CheckboxProps) {
  return (
    <li>
      <label>
        <input
          className="check"
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onTick(event.target.checked)}
          disabled={readOnly}
          aria-invalid={isInvalid || undefined}
        />
        {children}
      </label>
    </li>
  );
}

/** Shows an error that applies to the whole list. */
export function GroupError({ children }: { children: string }) {
  return (
    <p className="err">
      <Icon of={IconAlertCircle} small />
      {children}
    </p>
  );
}

interface ChannelPickerProps {
  title: ReactNode;
  channels: readonly number[] | null;
  onChange: (channels: number[] | null) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Selects individual channels, or all channels including future ones (null). */
export function ChannelPicker({ channels, ...props }: ChannelPickerProps) {
  const list = useAllChannels();
  return (
    <ItemPicker
      {...props}
      hint={t("pick.all.hint")}
      name="channels"
      listTitle={t("pick.channels")}
      list={list}
      selected={channels}
    />
  );
}

interface DepartmentPickerProps extends Omit<ChannelPickerProps, "channels"> {
  departments: readonly number[] | null;
}

/**
 * Selects individual departments, or all of them including future ones (null). Renders nothing if
 * there are no departments to select.
 */
export function DepartmentPicker({ departments, ...props }: DepartmentPickerProps) {
  const list = useDepartments();
  if (list.data?.length === 0 && departments === null) return null;
  return (
    <ItemPicker
      {...props}
      hint={t("pick.departments.all.hint")}
      name="departments"
      listTitle={t("pick.departments")}
      list={list}
      selected={departments}
    />
  );
}

interface SectionPickerProps extends Omit<ChannelPickerProps, "channels"> {
  sections: readonly number[] | null;
}

/** Selects individual article sections, or all of them including future ones (null). */
export function SectionPicker({ sections, ...props }: SectionPickerProps) {
  const list = useArticleSections();
  return (
    <ItemPicker
      {...props}
      hint={t("pick.sections.all.hint")}
      name="sections"
      listTitle={t("pick.sections")}
      list={list}
      selected={sections}
    />
  );
}

interface ItemPickerProps extends Omit<ChannelPickerProps, "channels"> {
  hint: string;
  name: string;
  listTitle: string;
  list: LoadedList<readonly { id: number; name: string }[]>;
  selected: readonly number[] | null;
}

/** Renders a switch for all items, and a list of checkboxes if it is off. */
function ItemPicker(props: ItemPickerProps) {
  const { title, hint, name, listTitle, list, selected, onChange, readOnly, error } = props;
  const items = list.data ?? [];
  return (
    <section className="group">
      <Switch
        label={title}
        hint={hint}
        name={name}
        checked={selected === null}
        onChange={(event) => onChange(event.target.checked ? null : items.map(({ id }) => id))}
        disabled={readOnly || (selected === null && list.data === undefined)}
      />
      {selected === null && <ListFailure list={list} />}
      {selected !== null && (
        <CheckboxGroup
          title={listTitle}
          name={name}
          choices={items.map((item) => ({ value: item.id, label: item.name }))}
          chosen={selected}
          onChange={onChange}
          readOnly={readOnly}
          error={error}
          source={list}
        />
      )}
    </section>
  );
}
