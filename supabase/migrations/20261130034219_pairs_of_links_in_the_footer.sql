CREATE OR REPLACE FUNCTION private.theme_pairs()
 RETURNS TABLE(front text, ground text, percent integer, tint text, minimum numeric, scheme text, is_inverted boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('ink', 'paper', 0, null, 4.5, null, false),
    ('ink', 'card', 0, null, 4.5, null, false),
    ('ink', 'paper', 8, 'ink', 4.5, null, false),
    ('ink', 'card', 8, 'ink', 4.5, null, false),
    ('soft', 'paper', 0, null, 4.5, null, false),
    ('soft', 'card', 0, null, 4.5, null, false),
    ('soft', 'paper', 8, 'ink', 4.5, null, false),
    ('soft', 'card', 8, 'ink', 4.5, null, false),
    ('ink', 'paper', 40, 'mark', 4.5, null, false),
    ('ink', 'card', 40, 'mark', 4.5, null, false),
    ('link', 'paper', 0, null, 4.5, null, false),
    ('link', 'card', 0, null, 4.5, null, false),
    ('link', 'paper', 8, 'ink', 4.5, null, false),
    ('link', 'card', 8, 'ink', 4.5, null, false),
    ('signal', 'paper', 0, null, 4.5, null, false),
    ('signal', 'card', 0, null, 4.5, null, false),
    ('on-field', 'field', 0, null, 4.5, null, false),
    ('on-field-soft', 'field', 0, null, 4.5, null, false),
    ('on-field', 'field', 14, '#000000', 4.5, 'light', false),
    ('on-field', 'field', 14, '#ffffff', 4.5, 'dark', false),
    ('mark', 'paper', 0, null, 3, null, false),
    ('mark', 'card', 0, null, 3, null, false),
    ('focus', 'paper', 0, null, 3, null, false),
    ('focus', 'card', 0, null, 3, null, false),
    ('mark', 'field', 0, null, 3, null, false),
    ('mark', 'paper', 8, 'ink', 3, null, false),
    ('mark', 'card', 8, 'ink', 3, null, false),
    ('ink', '#ffffff', 0, null, 4.5, 'light', false),
    ('soft', '#ffffff', 0, null, 4.5, 'light', false),
    ('link', '#ffffff', 0, null, 4.5, 'light', false),
    ('signal', '#ffffff', 0, null, 4.5, 'light', false),
    ('ink', 'paper', 0, null, 4.5, 'light', true),
    ('soft', 'paper', 0, null, 4.5, 'light', true),
    ('signal', 'paper', 0, null, 4.5, 'light', true),
    ('link', 'card', 0, null, 4.5, 'light', true)
$function$
;
