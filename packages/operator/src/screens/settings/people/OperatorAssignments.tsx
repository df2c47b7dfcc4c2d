import type { Role } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { can } from "../../../state/session.tsx";
import { getKindLabel } from "../../../ui/chat/channel-kinds.ts";
import { Checkbox, CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { useAllChannels, useDepartments } from "../queries.ts";
import { t } from "../text.ts";

/** Channels and departments of an operator (CORE-322, CORE-023). */
export interface AssignmentValues {
  role: Role;
  channels: OperatorEntry["channels"];
  departments: number[];
}

/** Returns whether operators with this role answer chats, and so have channels. */
export const answersChats = (role: Role): boolean => can({ role }, "chat");

interface OperatorAssignmentsProps {
  form: Pick<Form<AssignmentValues>, "values" | "set" | "errors">;
  readOnly: boolean;
}

/** Renders the channels and departments of an operator whose role answers chats. */
export function OperatorAssignments({ form, readOnly }: OperatorAssignmentsProps) {
  const { values, set, errors } = form;
  const { data: departments = [] } = useDepartments();
  if (!answersChats(values.role))
    return (
      <SettingsSection id="g-answers" title={t("person.channels")}>
        <p className="hint">{t("person.channels.role")}</p>
      </SettingsSection>
    );
  return (
    <>
      <SettingsSection id="g-answers" title={t("person.channels")}>
        <ChannelChoice
          channels={values.channels}
          onChange={(channels) => set("channels", channels)}
          readOnly={readOnly}
          error={errors.channels}
        />
      </SettingsSection>
      {departments.length > 0 && (
        <SettingsSection id="g-departments" title={t("person.departments")}>
          <CheckboxGroup
            title={t("person.departments.member")}
            name="departments"
            choices={departments.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={values.departments}
            onChange={(chosen) => set("departments", chosen)}
            readOnly={readOnly}
            error={errors.departments}
          />
        </SettingsSection>
      )}
    </>
  );
}

interface ChannelChoiceProps {
  channels: OperatorEntry["channels"];
  onChange: (channels: OperatorEntry["channels"]) => void;
  readOnly: boolean;
  error?: string | undefined;
}

/** Chooses all channels, including future ones, or single ones. */
function ChannelChoice({ channels, onChange, readOnly, error }: ChannelChoiceProps) {
  const { data = [] } = useAllChannels();
  const all = data.map(({ id }) => id);
  const isAll = channels === "all";
  return (
    <>
      <ul className="ops" data-readonly={readOnly || undefined}>
        <Checkbox
          name="channels"
          checked={isAll}
          readOnly={readOnly}
          isInvalid={false}
          onTick={(isChecked) => onChange(isChecked ? "all" : all)}
        >
          <span className="grow">{t("person.channels.all")}</span>
        </Checkbox>
      </ul>
      {data.length > 0 && (
        <CheckboxGroup
          title={t("person.channels.these")}
          {...(!isAll && channels.length === 0 && { hint: t("person.channels.none") })}
          name="channel"
          choices={data.map(({ id, name, kind }) => ({
            value: id,
            label: (
              <>
                <bdi>{name}</bdi> <small className="faint">{getKindLabel(kind).name()}</small>
              </>
            ),
          }))}
          chosen={isAll ? all : channels}
          onChange={onChange}
          readOnly={readOnly || isAll}
          error={error}
        />
      )}
    </>
  );
}
