import { IconAlertTriangle } from "@tabler/icons-react";
import { botHours } from "@parlour/protocol/settings/kinds/bots/bot";
import type { ReactNode } from "react";
import { readsTexts, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import {
  FormEndpointField,
  FormSelect,
  FormSwitch,
  FormTextField,
  FormUrlField,
} from "../kit/form/form-fields.tsx";
import { ConditionField } from "../views/ConditionControl.tsx";
import { ChannelPicker } from "../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../../../ui/form/ChangedLabel.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { BotFormValues } from "./bot-form.ts";
import { t } from "./text.ts";

interface PartProps {
  form: Form<BotFormValues>;
  readOnly: boolean;
  /** Whether the bot already exists. */
  isExisting: boolean;
}

/** Renders a bot's fields: name, token, URL, channels, hand-over, authorization (BOT-003). */
export function BotFields({
  isExisting,
  tokenShort = false,
  children,
  ...fieldProps
}: PartProps & { tokenShort?: boolean; children?: ReactNode }) {
  // The token is part of the URL (BOT-012), so changing it needs the permission to choose
  // addresses.
  const isLocked = fieldProps.readOnly || !readsTexts(useCurrentOperator());
  const { values } = fieldProps.form;
  return (
    <>
      <SettingsSection id="g-bot" title={t("bot.group")}>
        {children}
        <NameAndUrl {...fieldProps} urlHint={t("bot.url.hint", { place: "{token}" })} />
        <FormSwitch
          {...fieldProps}
          name="append_token"
          label={t("bot.append_token")}
          hint={t("bot.append_token.hint", { place: "{token}" })}
          readOnly={isLocked}
        />
        <TokenField
          {...fieldProps}
          isExisting={isExisting}
          readOnly={isLocked}
          isShort={tokenShort || (values.token !== "" && values.token.length < 22)}
        />
        <FormUrlField
          {...fieldProps}
          name="photo"
          label={t("bot.photo")}
          hint={t("bot.photo.hint")}
        />
      </SettingsSection>
      <BotChannels form={fieldProps.form} readOnly={isLocked} />
      <StartSection {...fieldProps} />
      <HandOverSection {...fieldProps} />
      <AuthorizationSection {...fieldProps} isExisting={isExisting} />
    </>
  );
}

/** Renders the fields of an own bot (BOT-108). The bot's page has the rest. */
export function OwnBotFields({ form }: { form: Form<BotFormValues> }) {
  const isLocked = !readsTexts(useCurrentOperator());
  return (
    <>
      <SettingsSection id="g-bot" title={t("bot.own.group")}>
        <NameAndUrl form={form} readOnly={false} urlHint={t("bot.own.url.hint")} />
      </SettingsSection>
      <BotChannels form={form} readOnly={isLocked} />
    </>
  );
}

function NameAndUrl({
  urlHint,
  ...fieldProps
}: Omit<PartProps, "isExisting"> & { urlHint: string }) {
  return (
    <>
      <FormTextField
        {...fieldProps}
        name="name"
        label={t("bot.name")}
        hint={t("bot.name.hint")}
        dir="auto"
        maxLength={100}
      />
      <FormEndpointField {...fieldProps} name="endpoint_url" label={t("bot.url")} hint={urlHint} />
    </>
  );
}

function BotChannels({ form, readOnly }: Omit<PartProps, "isExisting">) {
  return (
    <ChannelPicker
      title={
        <ChangedLabel form={form} name="channels">
          {t("bot.channels")}
        </ChangedLabel>
      }
      channels={form.values.channels}
      onChange={(next) => form.set("channels", next)}
      readOnly={readOnly}
      error={form.errors.channels}
    />
  );
}

function TokenField({ isExisting, isShort, ...fieldProps }: PartProps & { isShort: boolean }) {
  const { form, readOnly } = fieldProps;
  return (
    <>
      <FormTextField
        {...fieldProps}
        name="token"
        label={t("bot.token")}
        hint={isExisting ? t("bot.token.keep") : t("bot.token.hint")}
        mono
        spellCheck={false}
        maxLength={255}
        placeholder={isExisting ? "••••••••" : undefined}
        after={
          !isExisting &&
          !readOnly && <GenerateTokenButton onGenerated={(token) => form.set("token", token)} />
        }
      />
      {isShort && (
        <p className="line4 t13 warning">
          <Icon of={IconAlertTriangle} small />
          {t("bot.token.short")}
        </p>
      )}
    </>
  );
}

/** Button that generates a token of 24 random bytes, for operators who build the bot themselves. */
function GenerateTokenButton({ onGenerated }: { onGenerated: (token: string) => void }) {
  const generate = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    onGenerated(
      btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_"),
    );
  };
  return (
    <p>
      <Button small onClick={generate}>
        {t("bot.token.make")}
      </Button>
    </p>
  );
}

/** Renders which new chats the bot starts (BOT-112). */
function StartSection(fieldProps: Omit<PartProps, "isExisting">) {
  return (
    <SettingsSection id="g-start" title={t("bot.start")}>
      <FormSelect
        {...fieldProps}
        name="hours"
        label={t("bot.hours")}
        options={botHours.map((value) => ({ value, label: t(`bot.hours.${value}`) }))}
      />
      <p className="line4 t13">
        <ChangedLabel form={fieldProps.form} name="if">
          {t("bot.if")}
        </ChangedLabel>
      </p>
      <ConditionField {...fieldProps} name="if" of="chat" hasMatches={false} />
      <FormTextField
        {...fieldProps}
        name="precedence"
        label={t("bot.precedence")}
        hint={t("bot.precedence.hint")}
        inputMode="numeric"
        maxLength={3}
      />
    </SettingsSection>
  );
}

function HandOverSection(fieldProps: Omit<PartProps, "isExisting">) {
  return (
    <SettingsSection id="g-hand" title={t("bot.handover")}>
      <FormTextField
        {...fieldProps}
        name="invite_wait_s"
        label={t("bot.invite")}
        hint={t("bot.invite.hint")}
        inputMode="numeric"
        maxLength={3}
      />
      <FormTextField
        {...fieldProps}
        name="silent_s"
        label={t("bot.silent")}
        hint={t("bot.silent.hint")}
        inputMode="numeric"
        maxLength={5}
      />
      <FormSwitch
        {...fieldProps}
        name="answers_settle"
        label={t("bot.answers_settle")}
        hint={t("bot.answers_settle.hint")}
      />
      <FormSwitch
        {...fieldProps}
        name="sends_chat_closed"
        label={t("bot.closed")}
        hint={t("bot.closed.hint")}
      />
      <FormSwitch
        {...fieldProps}
        name="sends_button_text"
        label={t("bot.button_text")}
        hint={t("bot.button_text.hint")}
      />
    </SettingsSection>
  );
}

function AuthorizationSection({ isExisting, ...fieldProps }: PartProps) {
  const { authorized } = fieldProps.form.values;
  const plain = { ...fieldProps, mono: true, spellCheck: false };
  return (
    <SettingsSection id="g-auth" title={t("bot.auth")}>
      <FormSwitch
        {...fieldProps}
        name="authorized"
        label={t("bot.auth.on")}
        hint={t("bot.auth.hint")}
      />
      {authorized && (
        <>
          <FormUrlField {...fieldProps} name="token_url" label={t("bot.auth.url")} />
          <FormTextField {...plain} name="client_id" label={t("bot.auth.id")} maxLength={255} />
          <FormTextField
            {...fieldProps}
            name="client_secret"
            label={t("bot.auth.secret")}
            hint={isExisting ? t("bot.auth.secret.keep") : undefined}
            type="password"
            autoComplete="new-password"
            maxLength={1024}
          />
          <FormTextField
            {...plain}
            name="scope"
            label={t("bot.auth.scope")}
            hint={t("bot.auth.scope.hint")}
            maxLength={1024}
          />
          <FormSelect
            {...fieldProps}
            name="client_auth"
            label={t("bot.auth.how")}
            options={(["basic", "body"] as const).map((value) => ({
              value,
              label: t(`bot.auth.${value}`),
            }))}
          />
        </>
      )}
    </SettingsSection>
  );
}
