import type { Role } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import { IconUsers } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Select } from "../../../ui/Field.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";
import { listHoursFields, toApiHours, toHoursValues, validateHours } from "../hours/hours-form.ts";
import { CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";
import type { Form } from "../kit/form/use-form.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useDepartments } from "../queries.ts";
import { answersChats, ChannelChoice } from "./ChannelChoice.tsx";
import { operatorsText as t } from "./operators-text.ts";

/** Settings → People (CORE-003, CORE-322). Invitation, reset and deactivation are elsewhere. */
export const operatorScreen = kindScreen<OperatorEntry>()({
  kind: operator,
  prefix: "person",
  t,
  icon: IconUsers,
  page: "people",
  labels: [
    { label: "person.channels.these", group: "person.group.channels" },
    { label: "person.departments.member", group: "person.group.departments" },
    ...listHoursFields(),
    { label: "person.reset" },
  ],
  sections: [
    { id: "person", fields: ["name", "email", "role", "chat_limit"] },
    { id: "channels", fields: ["channels"] },
    { id: "departments", fields: ["departments"] },
    { id: "hours", fields: ["hours"] },
    { id: "skills", fields: ["languages", "skills"] },
  ],
  controls: {
    role: ({ form, readOnly }) => <RoleControl {...{ form, readOnly }} />,
    channels: ({ form, readOnly }) => <ChannelsControl {...{ form, readOnly }} />,
    departments: ({ form, readOnly }) => <DepartmentsControl {...{ form, readOnly }} />,
    hours: (props) => <CustomHours {...props} />,
  },
  custom: { hours: { toForm: toHoursValues, toSent: toApiHours, findError: validateHours } },
  newValues: () => ({ role: "operator", channels: "all", departments: [] }),
  errorFields: { last_owner: "role" },
});

const getRole = ({ values }: Form<FormValues>): Role => values["role"] as Role;

interface FormControlProps {
  form: Form<FormValues>;
  readOnly: boolean;
}

/**
 * Selects a role that the signed-in operator may assign. Only owners may make owners. A role that
 * answers no chats has no channels.
 */
function RoleControl({ form, readOnly }: FormControlProps) {
  const me = useCurrentOperator();
  const role = getRole(form);
  const { email } = form.saved;
  // Another operator who exists already.
  const signsOut = email !== "" && email !== me.email;
  const offered = operator.fields.role.values.filter(
    (other) => other !== "owner" || me.role === "owner" || role === "owner",
  );
  const select = (name: string) => {
    const next = operator.fields.role.values.find((other) => other === name) ?? role;
    form.set("role", next);
    if (answersChats(next) !== answersChats(role))
      form.set("channels", answersChats(next) ? form.saved["channels"] : []);
  };
  return (
    <Select
      label={t("person.role")}
      name="role"
      value={role}
      error={form.errors["role"]}
      disabled={readOnly}
      hint={`${t(`people.role.${role}.hint`)}${signsOut ? ` ${t("person.role.hint")}` : ""}`}
      onChange={(event) => select(event.target.value)}
      options={offered.map((value) => ({ value, label: t(`people.role.${value}`) }))}
    />
  );
}

function ChannelsControl({ form, readOnly }: FormControlProps) {
  if (!answersChats(getRole(form))) return <p className="hint">{t("person.channels.role")}</p>;
  return (
    <ChannelChoice
      channels={form.values["channels"] as OperatorEntry["channels"]}
      onChange={(channels) => form.set("channels", channels)}
      readOnly={readOnly}
      error={form.errors["channels"]}
    />
  );
}

function DepartmentsControl({ form, readOnly }: FormControlProps) {
  const { data: departments = [] } = useDepartments();
  return (
    <CheckboxGroup
      title={t("person.departments.member")}
      name="departments"
      choices={departments.map((department) => ({ value: department.id, label: department.name }))}
      chosen={form.values["departments"] as readonly number[]}
      onChange={(chosen) => form.set("departments", chosen)}
      readOnly={readOnly}
      error={form.errors["departments"]}
    />
  );
}

/** The form of an invitation, without what is rarely set before the person works. */
export const invitationScreen: typeof operatorScreen = {
  ...operatorScreen,
  sections: operatorScreen.sections
    .filter(({ id }) => id !== "hours" && id !== "skills")
    .map(({ fields, ...section }) => ({
      ...section,
      fields: fields.filter((name) => name !== "chat_limit"),
    })),
};

/**
 * Renders the fields. Hours, skills, and departments if there are some, are shown if the role
 * answers chats.
 */
export function OperatorFields({
  screen,
  ...props
}: ComponentProps<typeof KindFields> & { screen: typeof operatorScreen }) {
  const { data: departments = [] } = useDepartments();
  const isAnswering = answersChats(getRole(props.form));
  const sections = screen.sections.filter(
    ({ id }) =>
      (id !== "departments" || (isAnswering && departments.length > 0)) &&
      ((id !== "hours" && id !== "skills") || isAnswering),
  );
  return <KindFields screen={{ ...screen, sections }} {...props} />;
}
