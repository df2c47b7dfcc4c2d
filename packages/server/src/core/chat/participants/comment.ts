/** Returns the detail of a line with the comment of an operator, or nothing. */
export const toDetail = (comment: string | null): { readonly detail?: string } =>
  comment === null ? {} : { detail: comment };
/** Returns the comment as the end of the English text of a line. */
export const formatComment = (comment: string | null): string =>
  comment === null ? "" : `: ${comment}`;
