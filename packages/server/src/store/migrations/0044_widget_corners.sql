-- Corners and the distance to the lower edge (WG-090): widgets made before stand where they stood.
update channel set widget = '{"radius": 14}'::jsonb || jsonb_build_object('offset_bottom', coalesce(widget -> 'offset', '24')) || widget
where kind = 'widget';
