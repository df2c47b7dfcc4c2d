import type { HelpCenter } from "@parlour/protocol/api";
import { deriveHelpColors } from "@parlour/protocol/article/colors";
import type { Field } from "@parlour/protocol/settings/field";
import { useAccount } from "../../../state/account.ts";
import { AccentField } from "../../../ui/color/AccentField.tsx";
import { Switch } from "../../../ui/Field.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import type { ControlProps } from "../kit/kind/controls.tsx";
import { t } from "./text.ts";

export const colorNames = ["brand", "on_brand", "link", "soft", "band"] as const;

/** The five colours of the help centre. Null: they follow from the colour of the account. */
export function ColorsField({ form, name, label, hint, readOnly }: ControlProps<Field>) {
  const accent = useAccount().data?.accent;
  const colors = form.values[name] as HelpCenter["colors"];
  return (
    <>
      <Switch
        label={
          <ChangedLabel form={form} name={name}>
            {label}
          </ChangedLabel>
        }
        hint={hint}
        checked={colors !== null}
        disabled={readOnly || accent === undefined}
        onChange={({ target }) =>
          form.set(name, target.checked && accent !== undefined ? deriveHelpColors(accent) : null)
        }
      />
      {colors !== null &&
        colorNames.map((color) => (
          <AccentField
            key={color}
            label={t(`helpcentre.color.${color}`)}
            value={colors[color]}
            disabled={readOnly}
            onChange={(value) => form.set(name, { ...colors, [color]: value })}
          />
        ))}
      {form.errors[name] !== undefined && <p className="err">{form.errors[name]}</p>}
    </>
  );
}
