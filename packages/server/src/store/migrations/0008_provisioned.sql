-- What the provisioning file says of the instance (CFG-010, CFG-030, CFG-031), apart from what its owner sets in the settings:
-- {"egress_allow": [...], "limits": {...}, "retention": {...}}; an absent key: the file does not speak of it.
alter table instance add column provisioned jsonb not null default '{}';
