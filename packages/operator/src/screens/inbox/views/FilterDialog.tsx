import { IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { t as shared } from "../../../ui/transfer/dialog-text.ts";
import { useFilterChoices } from "./use-chat-filter.ts";
import { hasFilter, filterParts, type ChatFilter } from "./filter.ts";
import { t } from "./text.ts";
import type { ChatFilterState } from "./use-chat-filter.ts";

interface FilterDialogProps {
  chatFilter: ChatFilterState;
  onClose: () => void;
}

/** Dialog that edits the filter of the list. With a name, the filter is also saved. */
export function FilterDialog({ chatFilter, onClose }: FilterDialogProps) {
  const id = useId();
  const choices = useFilterChoices(true);
  const [filter, setFilter] = useState<ChatFilter>(chatFilter.narrow);
  const [name, setName] = useState("");
  return (
    <Dialog
      title={t("filter.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shared("dialog.cancel")}</Button>
          <Button type="submit" form={id} variant="primary">
            {t("filter.apply")}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && hasFilter(filter)) chatFilter.save(name.trim(), filter);
          else chatFilter.choose(filter);
          onClose();
        }}
      >
        {filterParts.map((part, index) => (
          <PartChoice
            key={part}
            part={part}
            filter={filter}
            choices={choices[part]}
            // Choosing a filter is the purpose of the dialog, so its first field has the focus.
            focus={index === 0}
            onChange={setFilter}
          />
        ))}
        <TextField
          label={t("filter.name")}
          hint={t("filter.name.hint")}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        {chatFilter.saved.length > 0 && <SavedFilters chatFilter={chatFilter} />}
      </form>
    </Dialog>
  );
}

interface PartChoiceProps {
  part: (typeof filterParts)[number];
  filter: ChatFilter;
  choices: readonly { readonly id: number | string; readonly name: string }[];
  focus: boolean;
  onChange: (narrow: ChatFilter) => void;
}

function PartChoice({ part, filter, choices, focus, onChange }: PartChoiceProps) {
  const choose = (value: string) => {
    const { [part]: _, ...otherParts } = filter;
    onChange(
      value === ""
        ? otherParts
        : { ...otherParts, [part]: part === "language" ? value : Number(value) },
    );
  };
  return (
    <Select
      label={t(`filter.${part}`)}
      value={String(filter[part] ?? "")}
      options={[
        { value: "", label: t("filter.any") },
        ...choices.map((option) => ({ value: String(option.id), label: option.name })),
      ]}
      onChange={(event) => choose(event.target.value)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focus}
    />
  );
}

/** Lists the saved filters, each with a Remove button. */
function SavedFilters({ chatFilter }: { chatFilter: ChatFilterState }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="cap">
        {t("filter.saved")}
      </h3>
      <ul className="savedfilters">
        {chatFilter.saved.map((savedFilter) => (
          <li key={savedFilter.name}>
            <bdi className="grow cut">{savedFilter.name}</bdi>
            <Button
              variant="quiet"
              small
              icon={IconTrash}
              aria-label={t("filter.remove", { name: savedFilter.name })}
              onClick={() => chatFilter.remove(savedFilter.name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
