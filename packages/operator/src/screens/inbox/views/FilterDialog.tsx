import { IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { t as shared } from "../transfer/text.ts";
import { useChoices } from "./choices.ts";
import { isNarrow, narrowParts, type Narrow } from "./narrow.ts";
import { t } from "./text.ts";
import type { Narrowing } from "./use-narrowing.ts";

/** Dialog that creates a filter. With a name it is saved. */
export function FilterDialog({ narrowing, onClose }: { narrowing: Narrowing; onClose: () => void }) {
  const id = useId();
  const choices = useChoices(true);
  const [narrow, setNarrow] = useState<Narrow>(narrowing.narrow);
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
          if (name.trim() !== "" && isNarrow(narrow)) narrowing.save(name.trim(), narrow);
          else narrowing.choose(narrow);
          onClose();
        }}
      >
        {narrowParts.map((part, index) => (
          <PartChoice
            key={part}
            part={part}
            narrow={narrow}
            choices={choices[part]}
            // The dialog is opened to choose, so its first field has the focus.
            focus={index === 0}
            onChange={setNarrow}
          />
        ))}
        <TextField
          label={t("filter.name")}
          hint={t("filter.name.hint")}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        {narrowing.saved.length > 0 && <Saved narrowing={narrowing} />}
      </form>
    </Dialog>
  );
}

interface PartProps {
  part: (typeof narrowParts)[number];
  narrow: Narrow;
  choices: readonly { readonly id: number | string; readonly name: string }[];
  focus: boolean;
  onChange: (narrow: Narrow) => void;
}

function PartChoice({ part, narrow, choices, focus, onChange }: PartProps) {
  const choose = (value: string) => {
    const { [part]: _, ...rest } = narrow;
    onChange(value === "" ? rest : { ...rest, [part]: part === "language" ? value : Number(value) });
  };
  return (
    <Select
      label={t(`filter.${part}`)}
      value={String(narrow[part] ?? "")}
      options={[{ value: "", label: t("filter.any") }, ...choices.map((one) => ({ value: String(one.id), label: one.name }))]}
      onChange={(event) => choose(event.target.value)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={focus}
    />
  );
}

/** Saved filters, each with a Remove button. */
function Saved({ narrowing }: { narrowing: Narrowing }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="cap">
        {t("filter.saved")}
      </h3>
      <ul className="savedfilters">
        {narrowing.saved.map((one) => (
          <li key={one.name}>
            <bdi className="grow cut">{one.name}</bdi>
            <Button
              variant="quiet"
              small
              icon={IconTrash}
              aria-label={t("filter.remove", { name: one.name })}
              onClick={() => narrowing.remove(one.name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
