import type { Channel } from "@parlour/protocol";
import { Fragment } from "react";
import { ChannelOperators } from "../channels/ChannelOperators.tsx";
import { FormSelect, FormTextArea, FormTextField } from "../kit/form/form-fields.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { CopyField } from "../kit/resource/parts.tsx";
import { findText, textById } from "../../../text/index.ts";
import { listShownSettings, toFormName, type ConnectorForm } from "./connector-form.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { t as page } from "../text.ts";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import type { Field } from "@parlour/protocol/settings/field";
import type { ConnectorScreen } from "./connector-screen.ts";
import { t } from "./text.ts";

interface ConnectorFieldsProps {
  screen: ConnectorScreen;
  form: ConnectorForm;
  readOnly: boolean;
  /** The stored channel, or null while it is created. */
  channel: Channel | null;
}

/** Renders the settings of a channel with its operators, and what belongs to the service. */
export function ConnectorFields(props: ConnectorFieldsProps) {
  const { screen, form, readOnly, channel } = props;
  return (
    <>
      <SettingsSection id="g-settings" title={t("connector.settings")}>
        <FormTextField
          form={form}
          readOnly={readOnly}
          name="name"
          label={t("connector.name")}
          dir="auto"
          maxLength={100}
        />
        {listShownSettings(screen, form.values).map(({ path, field }) => {
          const heading = findText(`${screen.prefix}.${path}.heading`);
          return (
            <Fragment key={path}>
              {heading !== null && <h3 className="subgroup">{heading}</h3>}
              <SettingControl {...{ path, field }} {...props} />
            </Fragment>
          );
        })}
      </SettingsSection>
      <ChannelOperators form={form} readOnly={readOnly} />
      {channel !== null && <ServiceSection screen={screen} channel={channel} />}
    </>
  );
}

function SettingControl({
  screen,
  path,
  field,
  form,
  readOnly: isReadOnly,
  channel,
}: ConnectorFieldsProps & { path: string; field: Field }) {
  const me = useCurrentOperator();
  // Roles that see masked texts may not choose where texts go (CON-069).
  const { fields } = getConnectorSettings(screen.kind);
  const needs = fields[path.split(".")[0] ?? ""]?.needs ?? null;
  const isLocked = needs !== null && !can(me, needs);
  const id = `${screen.prefix}.${path}`;
  const hint = isLocked ? page("page.readonly") : getHint(id, path, channel);
  const common = {
    form,
    readOnly: isReadOnly || isLocked,
    name: toFormName(path),
    label: textById(id),
    ...(hint !== undefined && { hint }),
  };
  if (field.type === "choice")
    return (
      <FormSelect
        {...common}
        options={field.values.map((value) => ({ value, label: textById(`${id}.${value}`) }))}
      />
    );
  if (field.type === "integer")
    return <FormTextField {...common} inputMode="numeric" maxLength={5} />;
  if (field.type === "credential")
    return (
      <FormTextField {...common} type="password" autoComplete="new-password" maxLength={1000} />
    );
  return field.type === "text" && field.lines ? (
    <FormTextArea {...common} dir="auto" rows={3} maxLength={1000} />
  ) : (
    <FormTextField {...common} spellCheck={false} maxLength={320} />
  );
}

/** A stored credential is never shown, only its last characters. */
function getHint(id: string, path: string, channel: Channel | null): string | undefined {
  const end = channel?.secret_hints?.[path];
  if (end !== undefined)
    return end === "" ? t("connector.secret.set") : t("connector.secret", { end });
  return findText(`${id}.hint`, { operator: "{operator}", channel: "{channel}" }) ?? undefined;
}

/** What the administrator enters at the service, for example an address. */
function ServiceSection({ screen, channel }: { screen: ConnectorScreen; channel: Channel }) {
  const completion = screen.completion?.(channel);
  if (completion === undefined) return null;
  return (
    <SettingsSection id="g-service" title={t("connector.service")}>
      <p className="hint">{completion.text}</p>
      {completion.addresses.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </SettingsSection>
  );
}
