import { canBeColumn } from "@parlour/protocol/conditions/facts";
import type { Field } from "@parlour/protocol/settings/field";
import { view } from "@parlour/protocol/settings/kinds/chats/view";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/conditions/editor/Chip.tsx";
import { FactList } from "../../../ui/conditions/editor/FactList.tsx";
import { formatFact } from "../../../ui/conditions/fact-catalogue.ts";
import { useFactCatalogue } from "../../../ui/conditions/use-fact-catalogue.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { t } from "./text.ts";

/** Chooses the facts that lists of the view show. */
export function ColumnsControl({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const { facts } = useFactCatalogue();
  const columns = form.values[name] as readonly string[];
  const others = Object.fromEntries(
    Object.entries(facts).filter(([id, fact]) => canBeColumn(fact) && !columns.includes(id)),
  );
  return (
    <fieldset className="viewcolumns" data-field={name} tabIndex={-1}>
      <legend className="label">
        <ChangedLabel {...{ form, name }}>{label}</ChangedLabel>
      </legend>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <ul>
        {columns.map((fact) => (
          <li key={fact} className="tag">
            {formatFact(fact, facts[fact])}
            {!readOnly && (
              <Button
                variant="quiet"
                small
                icon={IconX}
                aria-label={t("savedview.columns.remove", {
                  name: formatFact(fact, facts[fact]),
                })}
                onClick={() =>
                  form.set(
                    name,
                    columns.filter((other) => other !== fact),
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && columns.length < view.fields.columns.max && (
        <Chip
          className="btn quiet small"
          label={t("savedview.columns.add")}
          editor={(close) => (
            <FactList
              facts={others}
              onClose={close}
              onPick={(fact) => {
                form.set(name, [...columns, fact]);
                close();
              }}
            />
          )}
        >
          <Icon of={IconPlus} small />
          {t("savedview.columns.add")}
        </Chip>
      )}
    </fieldset>
  );
}
