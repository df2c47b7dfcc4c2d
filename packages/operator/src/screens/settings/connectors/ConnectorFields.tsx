import type { Channel } from "@parlour/protocol";
import { Fragment } from "react";
import { ChannelOperators } from "../channels/ChannelOperators.tsx";
import { FormSelect, FormTextArea, FormTextField } from "../kit/form/form-fields.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { CopyField } from "../kit/resource/parts.tsx";
import { listShownFields, toFormName, type ConnectorForm } from "./connector-form.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { t as page } from "../text.ts";
import { getConnectorSettings } from "@parlour/protocol/settings/connectors";
import type { KindScreen, SettingField } from "./kind-screen.ts";
import { t } from "./text.ts";

interface ConnectorFieldsProps {
  screen: KindScreen;
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
        {listShownFields(screen, form.values).map((field) => (
          <Fragment key={field.name}>
            {field.heading !== undefined && <h3 className="subgroup">{field.heading()}</h3>}
            <SettingControl field={field} {...props} />
          </Fragment>
        ))}
      </SettingsSection>
      <ChannelOperators form={form} readOnly={readOnly} />
      {channel !== null && <ServiceSection screen={screen} channel={channel} />}
    </>
  );
}

function SettingControl({
  screen,
  field,
  form,
  readOnly: isReadOnly,
  channel,
}: ConnectorFieldsProps & { field: SettingField }) {
  const me = useCurrentOperator();
  const name = toFormName(field.name);
  // Roles that see masked texts may not choose where texts go (CON-069).
  const { destinations } = getConnectorSettings(screen.kind);
  const isLocked = destinations[field.name.split(".")[0] ?? ""] === true && !can(me, "addresses");
  const readOnly = isReadOnly || isLocked;
  const hint = isLocked ? page("page.readonly") : getHint(field, channel);
  const common = {
    form,
    readOnly,
    name,
    label: field.label(),
    ...(hint !== undefined && { hint }),
  };
  switch (field.type) {
    case "choice":
      return <FormSelect {...common} options={field.options?.() ?? []} />;
    case "lines":
      return <FormTextArea {...common} dir="auto" rows={3} maxLength={1000} />;
    case "number":
      return <FormTextField {...common} inputMode="numeric" maxLength={5} />;
    case "secret":
      return (
        <FormTextField {...common} type="password" autoComplete="new-password" maxLength={1000} />
      );
    case "text":
      return <FormTextField {...common} spellCheck={false} maxLength={320} />;
  }
}

/** A stored secret is never shown, only its last characters. */
function getHint(field: SettingField, channel: Channel | null): string | undefined {
  const end = field.type === "secret" ? channel?.secret_hints?.[field.name] : undefined;
  if (end === undefined) return field.hint?.();
  return end === "" ? t("connector.secret.set") : t("connector.secret", { end });
}

/** What the administrator enters at the service, for example an address. */
function ServiceSection({ screen, channel }: { screen: KindScreen; channel: Channel }) {
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
