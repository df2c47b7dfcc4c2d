-- Header, logo and faces of the window (WG-112, WG-113).
update channel set widget = '{"header": "colour", "logo": null, "show_operators": true}'::jsonb || widget where kind = 'widget';
