/** Returns the address of the MCP server, for which access tokens are valid (RFC 8707). */
export const getResource = (publicUrl: string): string => `${publicUrl}/mcp`;
/** Returns whether a `resource` parameter means the MCP server. */
export const isResource = (text: string, publicUrl: string): boolean =>
  text.replace(/\/$/, "") === getResource(publicUrl);
