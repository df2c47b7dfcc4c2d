import type { OperatorEntry } from "@parlour/protocol/api";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import { IconUsers } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Select } from "../../../ui/Field.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";
import { listHoursFields, toApiHours, toHoursValues, validateHours } from "../hours/hours-form.ts";
import { CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useDepartments, useRoles } from "../../../state/api/queries.ts";
import { useAnswersChats, useRoleName, type AssignedRole } from "../roles/role-permissions.ts";
import { ChannelChoice } from "./ChannelChoice.tsx";
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
  joined: {
    role: {
      fields: ["role", "custom_role_id"],
      toForm: (stored: AssignedRole | null) =>
        stored && { role: stored.role, custom_role_id: stored.custom_role_id },
      toSent: (assigned: AssignedRole) => assigned,
      findError: () => null,
    },
  },
  custom: { hours: { toForm: toHoursValues, toSent: toApiHours, findError: validateHours } },
  newValues: () => ({
    role: { role: "operator", custom_role_id: null } satisfies AssignedRole,
    channels: "all",
    departments: [],
  }),
  errorFields: { last_owner: "role" },
});

const getRole = ({ values }: Form<FormValues>): AssignedRole => values["role"] as AssignedRole;
const toOption = (assigned: AssignedRole): string =>
  String(assigned.custom_role_id ?? assigned.role);

interface FormControlProps {
  form: Form<FormValues>;
  readOnly: boolean;
}

/**
 * Selects a built-in or custom role. Only owners may make owners. A role that answers no chats has
 * no channels.
 */
function RoleControl({ form, readOnly }: FormControlProps) {
  const me = useCurrentOperator();
  const roles = useRoles();
  const customRoles = roles.data ?? [];
  const getRoleName = useRoleName();
  const answersChats = useAnswersChats();
  const assigned = getRole(form);
  const { role } = assigned;
  const { email } = form.saved;
  // Another operator who exists already.
  const signsOut = email !== "" && email !== me.email;
  const offered: readonly AssignedRole[] = [
    ...operator.fields.role.values
      .filter((other) => other !== "owner" || me.role === "owner" || role === "owner")
      .map((other) => ({ role: other, custom_role_id: null })),
    ...customRoles.map(({ id, base }) => ({ role: base, custom_role_id: id })),
  ];
  const select = (option: string) => {
    const next = offered.find((other) => toOption(other) === option) ?? assigned;
    form.set("role", next);
    if (answersChats(next) !== answersChats(assigned))
      form.set("channels", answersChats(next) ? form.saved["channels"] : []);
  };
  const hint =
    assigned.custom_role_id === null
      ? t(`people.role.${role}.hint`)
      : t("person.role.based", { base: t(`people.role.${role}`) });
  return (
    <Select
      label={t("person.role")}
      name="role"
      value={toOption(assigned)}
      error={form.errors["role"]}
      disabled={readOnly}
      hint={signsOut ? `${hint} ${t("person.role.hint")}` : hint}
      onChange={(event) => select(event.target.value)}
      options={offered.map((other) => ({ value: toOption(other), label: getRoleName(other) }))}
      source={roles}
    />
  );
}

function ChannelsControl({ form, readOnly }: FormControlProps) {
  const answersChats = useAnswersChats();
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
  const source = useDepartments();
  return (
    <CheckboxGroup
      title={t("person.departments.member")}
      name="departments"
      source={source}
      choices={(source.data ?? []).map((department) => ({
        value: department.id,
        label: department.name,
      }))}
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
  const { data = [], error } = useDepartments();
  const own = props.form.values["departments"] as readonly number[];
  const hasDepartments = data.length > 0 || own.length > 0 || error !== null;
  const isAnswering = useAnswersChats()(getRole(props.form));
  const sections = screen.sections.filter(
    ({ id }) =>
      (id !== "departments" || (isAnswering && hasDepartments)) &&
      ((id !== "hours" && id !== "skills") || isAnswering),
  );
  return <KindFields screen={{ ...screen, sections }} {...props} />;
}
