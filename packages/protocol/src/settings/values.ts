import type { CustomValue, Field, Fields } from "./field.ts";

/** Types that follow from the fields of a kind. */

type Plain<F extends Field> = F extends
  | { type: "text" | "secret" | "credential" | "time" }
  | { type: "reference"; to: "bot_provider" }
  ? string
  : F extends { type: "flag" }
    ? boolean
    : F extends { type: "integer" | "reference" }
      ? number
      : F extends { type: "choices"; values: readonly (infer V)[] }
        ? V[]
        : F extends { type: "choice"; values: readonly (infer V)[] }
          ? V
          : F extends { type: "texts" }
            ? string[]
            : F extends { type: "references" }
              ? number[]
              : F extends { type: "group"; fields: infer G extends Fields }
                ? Values<G>
                : F extends { value: CustomValue<infer Stored, unknown> }
                  ? Stored
                  : never;
type MayBeNull = { default: null } | { shownIf: object } | { nullable: true };
type OrNull<F extends Field> = F extends MayBeNull ? null : never;
/** Value of a field on the wire and in a row. */
type Value<F extends Field> = Plain<F> | OrNull<F>;
/** Value of a field as requests and the file send it. */
type Sent<F extends Field> = F extends { value: CustomValue<unknown, infer S> }
  ? S | OrNull<F>
  : F extends { type: "group"; fields: infer G extends Fields }
    ?
        | (F extends { nullable: true }
            ? NewBody<G>
            : F extends { merge: true }
              ? Partial<SentValues<G>>
              : SentValues<G>)
        | OrNull<F>
    : Value<F>;
/** Values of a group as requests send them. */
type SentValues<F extends Fields> = { -readonly [N in keyof F]: Sent<F[N]> };

type Credentials<F extends Fields> = {
  [N in keyof F]: F[N] extends { type: "credential" } ? N : never;
}[keyof F];
type GeneratedSecrets<F extends Fields> = {
  [N in keyof F]: F[N] extends { type: "secret" } ? N : never;
}[keyof F];
type Secrets<F extends Fields> = GeneratedSecrets<F> | Credentials<F>;
/** Secrets that requests set with the other fields. */
type CompletedSecrets<F extends Fields> = {
  [N in keyof F]: F[N] extends { type: "secret"; completed: true } ? N : never;
}[keyof F];
/** Fields without a default. */
type Required_<F extends Fields> = {
  [N in keyof F]: F[N] extends { default: unknown } | MayBeNull | { merge: true } ? never : N;
}[Exclude<keyof F, Secrets<F>>];
/** Fields that a request must contain: those without a default that the kind does not add. */
type RequiredInBody<F extends Fields> =
  | { [N in keyof F]: F[N] extends { completed: true } ? never : N }[Required_<F>]
  | { [N in keyof F]: F[N] extends { required: true } ? N : never }[keyof F];
type BodyValue<F extends Field> = F extends { required: true } ? Plain<F> : Sent<F>;
/** Fields that answers do not contain as they are. */
type Objects<F extends Fields> = {
  [N in keyof F]: F[N] extends { as: "object" } ? N : never;
}[keyof F];
/** Fields that can be given in one place only. */
type OnlyIn<F extends Fields, Place extends string> = {
  [N in keyof F]: F[N] extends { only: Place } ? N : never;
}[keyof F];
type Fixed<F extends Fields> = {
  [N in keyof F]: F[N] extends { set: "create" } ? N : never;
}[keyof F];
type Flat<T> = { [N in keyof T]: T[N] };

/** All values of a row except its secrets. */
export type Values<F extends Fields> = {
  -readonly [N in Exclude<keyof F, Secrets<F>>]: Value<F[N]>;
};
type Absentable<F extends Fields> = {
  [N in keyof F]: F[N] extends MayBeNull ? N : never;
}[keyof F];
type Present<F extends Field> = F extends { type: "group"; fields: infer G extends Fields }
  ? PresentValues<G>
  : Plain<F>;
/** Values that are absent instead of null, without secrets. */
export type PresentValues<F extends Fields> = Flat<
  {
    -readonly [N in Exclude<keyof F, Secrets<F> | Absentable<F>>]: Present<F[N]>;
  } & { -readonly [N in Exclude<Absentable<F>, Secrets<F>>]?: Present<F[N]> }
>;
/** Secrets that a request, the file or Parlour gives, in clear. */
export type SecretValues<F extends Fields> = {
  readonly [N in GeneratedSecrets<F>]:
    | string
    | (F[N] extends { optional: true } ? undefined : never);
} & {
  /** null: none. */
  readonly [N in Credentials<F>]: string | null;
};
/** Credentials of nullable groups in clear, if they are given. */
export type GroupSecrets<F extends Fields> = {
  readonly [N in keyof F as F[N] extends { nullable: true } ? N : never]: F[N] extends {
    fields: infer G extends Fields;
  }
    ? { readonly [C in Credentials<G>]?: string | null } | null
    : never;
};
/** Body that creates a row. */
export type NewBody<F extends Fields> = Flat<
  { [N in Exclude<RequiredInBody<F>, OnlyIn<F, "file">>]: BodyValue<F[N]> } & {
    [N in Exclude<keyof F, RequiredInBody<F> | Secrets<F> | OnlyIn<F, "file">>]?: Sent<F[N]>;
  } & {
    [N in Exclude<Credentials<F>, OnlyIn<F, "file">>]?: string | null;
  } & { [N in CompletedSecrets<F>]?: string }
>;
/** Body that changes a row: a part of its fields. */
export type PatchBody<F extends Fields> = Partial<Omit<NewBody<F>, Fixed<F>>>;

type Hints<F extends Fields> = {
  [N in keyof F as F[N] extends { hint: infer S extends string } ? S : never]: string;
};
type Presences<F extends Fields> = {
  [N in keyof F as F[N] extends { presence: infer S extends string } ? S : never]: boolean;
};
/** Answer of a kind. `Facts`: what Parlour adds, such as the last use of an endpoint. */
export type Answer<F extends Fields, Facts = unknown> = Flat<
  Omit<{ id: number }, keyof F> &
    Omit<Values<F>, Objects<F>> &
    Hints<F> &
    Presences<F> &
    Facts & { created_at: string; managed: boolean }
>;
/** Values of settings that exist once, of which the API and the file may give different ones. */
export type SingleValues<F extends Fields> = Readonly<
  Flat<
    Omit<Values<F>, OnlyIn<F, string>> &
      Partial<Pick<Values<F>, OnlyIn<F, string> & keyof Values<F>>>
  >
>;
export type SingleAnswer<F extends Fields, Facts = unknown> = Flat<
  AnswerValues<F> & Facts & { managed: boolean }
>;
export type AnswerValues<F extends Fields> = Flat<
  Omit<Values<F>, Objects<F>> & Hints<F> & Presences<F>
>;
/** Secrets that the answer to one request contains, because Parlour generated them. */
export type Generated<F extends Fields> = {
  [N in keyof F as F[N] extends { generated: infer S extends string } ? S : never]?: string;
};
/** Answer to a creation. Contains the generated secrets. */
export type CreatedAnswer<F extends Fields, Facts = unknown> = Flat<
  Answer<F, Facts> & Generated<F>
>;

type Named<F extends Field> =
  | (F extends { type: "references" }
      ? string[]
      : F extends { type: "reference" }
        ? string
        : F extends { type: "group"; fields: infer G extends Fields }
          ? NamedValues<G>
          : Plain<F>)
  | OrNull<F>
  | (F extends { derivedInFile: true } ? null : never);
/** Fields that an entry of the file must contain. */
type RequiredInFile<F extends Fields> = {
  [N in keyof F]: F[N] extends { derivedInFile: true } ? never : N;
}[Exclude<Required_<F>, OnlyIn<F, "api"> | FlatGroups<F>>];
/** Values of an entry of the file: references by name, defaults filled in. */
export type NamedValues<F extends Fields> = {
  readonly [N in Exclude<keyof F, Secrets<F> | OnlyIn<F, "api">>]: Named<F[N]>;
};
type InFile<F extends Field> = F extends { type: "custom" }
  ? Sent<F>
  : F extends { type: "group"; fields: infer G extends Fields }
    ? FileEntry<G>
    : Named<F>;
type FlatGroups<F extends Fields> = {
  [N in keyof F]: F[N] extends { flatInFile: true } ? N : never;
}[keyof F];
/** The fields of the group that the file has beside the others. A kind has at most one. */
type FlatPart<F extends Fields> = [FlatGroups<F>] extends [never]
  ? unknown
  : F[FlatGroups<F>] extends { fields: infer G extends Fields }
    ? Partial<FileEntry<G>>
    : never;
type FileName<N, F extends Field> = F extends { type: "reference" }
  ? N extends `${infer Name}_id`
    ? Name
    : never
  : N;
/** Entry of the provisioning file. Secrets may be names of variables. */
export type FileEntry<F extends Fields> = Flat<
  {
    [N in RequiredInFile<F> as FileName<N, F[N]>]: InFile<F[N]>;
  } & {
    [
      N in Exclude<
        keyof F,
        RequiredInFile<F> | Secrets<F> | OnlyIn<F, "api"> | FlatGroups<F>
      > as FileName<N, F[N]>
    ]?: Exclude<InFile<F[N]>, null>;
  } & { [N in Secrets<F>]?: string } & {
    [N in Secrets<F> & string as `${N}_env`]?: string;
  } & FlatPart<F>
>;
