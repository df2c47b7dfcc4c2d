import type { components, operations } from "../generated/service-api.ts";

/** Types of the entities and bodies of the service API, by name, such as `Schemas["Chat"]`. */
export type Schemas = components["schemas"];
export type OperationName = keyof operations;

export interface CallOptions {
  /** Stops the call and its repeats. */
  readonly signal?: AbortSignal;
  /**
   * Lets Parlour recognise a repeat of a change for 24 h (API-005). Default: a new one per call,
   * which all attempts of the call send.
   */
  readonly idempotencyKey?: string;
}

/** Ids are texts in paths and queries, and numbers in bodies. Both are accepted. */
type Parameter<T> = string extends T ? T | number : T;
type AllParameters<P> = [P] extends [never] ? unknown : { [Name in keyof P]: Parameter<P[Name]> };
type Body<C> = C extends { "multipart/form-data": unknown }
  ? FormData
  : C extends { "application/json": infer B }
    ? B
    : never;
/** Operations that take `null` take no body either. */
type BodyArgument<O> = O extends { requestBody: { content: infer C } }
  ? null extends Body<C>
    ? { body?: Body<C> }
    : { body: Body<C> }
  : unknown;
type ParameterArguments<O> = O extends { parameters: { path: infer P } }
  ? AllParameters<P> & QueryArguments<O>
  : QueryArguments<O>;
type QueryArguments<O> = O extends { parameters: { query: infer Q } }
  ? AllParameters<Q>
  : O extends { parameters: { query?: infer Q } }
    ? AllParameters<Exclude<Q, undefined>>
    : unknown;

/** The argument of an operation: its path and query parameters, and its body as `body`. */
export type OperationArguments<Name extends OperationName> = Simplify<
  ParameterArguments<operations[Name]> & BodyArgument<operations[Name]>
>;
type Simplify<T> = unknown extends T ? {} : { [Key in keyof T]: T[Key] };

/** A file has another media type than JSON. Its bytes are read from the response. */
type Content<R> = R extends { content: infer C } ? Json<C> | File<keyof C> : undefined;
type Json<C> = C extends { "application/json": infer J } ? J : never;
/** The client reads the stream of events as JSON. */
type File<MediaType> =
  Exclude<MediaType, "application/json" | "text/event-stream"> extends never ? never : Response;
type Successes<R> = { [S in keyof R & (200 | 201 | 202 | 204)]: Content<R[S]> };

/** What an operation returns: the parsed body, the `Response` of a file, or undefined (204). */
export type OperationResult<Name extends OperationName> = Successes<
  operations[Name]["responses"]
>[keyof Successes<operations[Name]["responses"]>];

/** A page of a list. As an async iterable, it is all items from this page on. */
export type PagePromise<P> = Promise<P> &
  AsyncIterable<P extends { items: (infer Item)[] } ? Item : never>;
type Result<Name extends OperationName> = operations[Name] extends {
  parameters: { query?: { cursor?: string } };
}
  ? OperationResult<Name> extends { items: unknown[]; next_cursor: string | null }
    ? PagePromise<OperationResult<Name>>
    : Promise<OperationResult<Name>>
  : Promise<OperationResult<Name>>;

/** The method of an operation. The first argument can be left out if nothing in it is required. */
type OperationMethod<Name extends OperationName> = (
  ...parameters: {} extends OperationArguments<Name>
    ? [parameters?: OperationArguments<Name>, options?: CallOptions]
    : [parameters: OperationArguments<Name>, options?: CallOptions]
) => Result<Name>;

/** One method for each operation of the service API, with the name of the operation. */
export type OperationMethods = { [Name in keyof operations]: OperationMethod<Name> };
