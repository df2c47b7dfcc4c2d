import type { Field } from "@parlour/protocol/settings/field";
import { ChoiceTiles } from "../kit/form/ChoiceTiles.tsx";
import { FormEndpointField, FormTextField } from "../kit/form/form-fields.tsx";
import { bind, type ControlProps } from "../kit/kind/controls.tsx";
import { findPreset, serverPresets } from "./presets.ts";
import { t } from "./text.ts";

/** Chooses the kind of server, which fills the base URL, and edits the URL. */
export function ServerControl(props: ControlProps<Field>) {
  const { form, name, readOnly } = props;
  const presets = serverPresets.map(({ id, title, isOutside }) => ({
    value: id,
    label: title,
    hint: t(isOutside ? "model.preset.outside" : "model.preset.own"),
  }));
  const other = { label: t("model.preset.other"), hint: t("model.preset.interface") };
  return (
    <>
      <ChoiceTiles
        legend={t("model.preset")}
        value={findPreset(form.values[name] as string)?.id ?? "other"}
        options={[...presets, { value: "other", ...other }]}
        onChange={(id) =>
          form.set(name, serverPresets.find((preset) => preset.id === id)?.url ?? "")
        }
        readOnly={readOnly}
      />
      <FormEndpointField {...bind<string>(props)} />
    </>
  );
}

/** Edits the address of the translation server. */
export const TranslatorControl = (props: ControlProps<Field>) => (
  <FormEndpointField {...bind<string>(props)} />
);

/** Edits the name of a model. An example of the chosen server is in the empty field. */
export const createNameControl = (of: "chat" | "embedding") =>
  function ModelName(props: ControlProps<Field>) {
    const preset = findPreset(props.form.values["base_url"] as string);
    return (
      <FormTextField
        {...bind<string>(props)}
        mono
        spellCheck={false}
        maxLength={200}
        placeholder={preset?.[of]}
      />
    );
  };
