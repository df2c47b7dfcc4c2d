export { applicationRoutes } from "./applications.ts";
export { profilePhotoRoutes } from "./profile-photo.ts";
export { profileSecurityRoutes } from "./profile-security.ts";
export { profileRoutes } from "./profile.ts";
export { pushRoutes } from "./push.ts";

export type { PushPort } from "./push.ts";
