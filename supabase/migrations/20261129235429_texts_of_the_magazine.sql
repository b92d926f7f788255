CREATE OR REPLACE FUNCTION private.log_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The order of sections has one entry of its own (order_sections).
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at', 'position', 'home_position'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  if tg_table_name = 'theme' then
    before := private.theme_colours(before);
    after := private.theme_colours(after);
  elsif tg_table_name = 'site_settings' then
    before := before - 'texts' || coalesce(before -> 'texts', '{}');
    after := after - 'texts' || (after -> 'texts');
  end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' when 'theme' then 'Colours'
    when 'sections' then after ->> 'title' else 'Global styles' end, note);
  return null;
end $function$
;

alter table public.site_settings add column texts jsonb default '{}'::jsonb not null;

revoke all on table public.site_settings from public, anon, authenticated, service_role;
grant insert, select, update on table public.site_settings to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.site_settings to service_role;
grant select (contact_email) on public.site_settings to anon;
grant select (contact_enabled) on public.site_settings to anon;
grant select (date_language) on public.site_settings to anon;
grant select (id) on public.site_settings to anon;
grant select (index_now) on public.site_settings to anon;
grant select (language) on public.site_settings to anon;
grant select (min_password_length) on public.site_settings to anon;
grant select (newsletter_confirm) on public.site_settings to anon;
grant select (newsletter_enabled) on public.site_settings to anon;
grant select (sign_up_open) on public.site_settings to anon;
grant select (site_name) on public.site_settings to anon;
grant select (social_label) on public.site_settings to anon;
grant select (social_url) on public.site_settings to anon;
grant select (tagline) on public.site_settings to anon;
grant select (texts) on public.site_settings to anon;
grant select (time_zone) on public.site_settings to anon;

CREATE OR REPLACE FUNCTION private.check_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare name text; wording jsonb;
begin
  if jsonb_typeof(new.texts) <> 'object' then
    raise exception 'Texts must be a list of names and texts' using errcode = '23514';
  end if;
  for name, wording in select key, value from jsonb_each(new.texts) loop
    if jsonb_typeof(wording) <> 'string' or char_length(name) > 60 or char_length(wording #>> '{}') > 4000 then
      raise exception 'A text must be at most 4,000 characters' using errcode = '23514';
    end if;
  end loop;
  if (select count(*) from jsonb_object_keys(new.texts)) > 200 then
    raise exception 'There are at most 200 texts' using errcode = '23514';
  end if;
  insert into private.consent_wordings (version, form, wording)
  select private.consent_version(c.form, c.wording), c.form, c.wording
  from (select f, new.texts ->> ('consent_' || replace(f, '-', '_')) from unnest(array['newsletter', 'letter-line', 'contact']) f)
    as c (form, wording)
  where c.wording <> ''
  on conflict do nothing;
  return new;
end $function$
;

revoke all on function private.check_texts() from public, anon, authenticated, service_role;

CREATE TRIGGER check_texts BEFORE INSERT OR UPDATE OF texts ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.check_texts();

CREATE OR REPLACE FUNCTION private.consent_version(p_form text, p_wording text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  bytes bytea := convert_to(p_wording, 'UTF8');
  hash bigint := 2166136261;
begin
  for place in 0 .. length(bytes) - 1 loop
    hash := ((hash # get_byte(bytes, place)) * 16777619) & 4294967295;
  end loop;
  return p_form || '-' || lpad(to_hex(hash), 8, '0');
end $function$
;

revoke all on function private.consent_version(text,text) from public, anon, authenticated, service_role;

-- The texts of a magazine that is in use: until now they were written in its code. A new database gets its own.
alter table public.site_settings disable trigger log_settings;
update public.site_settings set texts = '{
  "home_kind": "A journal of lived-in homes",
  "home_description": "{name} is a journal of lived-in homes: rooms, the people who use them, and what was kept.",
  "letter_heading": "One letter a week. *Nothing to buy in it.*",
  "letter_dialog_heading": "One letter *a week.*",
  "letter_text": "Rooms that were lived in before they were photographed, every Sunday morning.",
  "letter_welcome": "Welcome to {name}. Your first newsletter arrives within a few days.",
  "letter_thanks": "You''ll receive our latest design insights and home tours.",
  "letter_tips": "Design tips",
  "welcome_heading": "You are *in.*",
  "welcome_stories": "Until the first letter",
  "consent_letter_line": "We send our weekly letter and design tips to this address until you unsubscribe.",
  "consent_contact": "Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.",
  "authors_description": "The people who write {name}: where they sit, what they look at first, and the stories they have brought home.",
  "authors_intro": "Our writers are shown by the chairs they write in. Most of them think it the better likeness.",
  "contact_description": "Write to the editors of {name}: a room we should see, a mistake we made, a question about a story.",
  "contact_intro": "Tell us about a room we should see, a mistake we made, or the chair you cannot find again. Somebody reads everything, usually on a Thursday.",
  "about_description": "{name} is a journal of lived-in homes. Why we make it, how we look at rooms, and the four things that guide us.",
  "about_heading": "A journal of *lived-in* homes",
  "about_intro": "{name} is about rooms that were used before they were photographed, and will be used again as soon as the photographer has gone.",
  "about_picture": "/about-640.webp",
  "about_picture_alt": "A hall with coats on pegs, a bench with two cushions, and shoes left under it",
  "about_first_heading": "Our Why",
  "about_first_text": "Most pictures of homes are taken on the one day nobody lives there. The fruit is bought for the bowl, the cables are behind the sofa, and the people have been sent out for coffee. We wanted to know what the room looked like an hour later.\n\nSo we began to visit homes as guests do. We ring, we wipe our feet, we stay for a meal if we are asked. We write down what was moved and what was kept, what it cost, and who carried it up the stairs. A home, we have come to think, is the only thing most people ever design, and they hardly ever get credit for it.",
  "about_second_heading": "Our Point of View",
  "about_second_text": "Good design is what you stop noticing and then miss in a hotel. It is rarely new and does not have to be expensive. It comes from paying attention to one place for a long time, which is why the people we trust most about a room are the ones who have swept it.\n\nWe are not against beautiful things. We only like them better with a mark on them. You will find advice here, but always from somebody who got it wrong first and has kept the receipt.",
  "about_values_heading": "What Guides Us",
  "about_values": "Thoughtful curation\nWe print a room because somebody in it made a decision, and we leave out the rooms where only money did. If we would not sit down in it, you will not see it here.\n\nNature as co-designer\nA window decides more than a paint chart does. So do the damp, the north wall and the tree next door. We ask what the weather wanted before we ask what the owner wanted.\n\nRitual over routine\nA routine is what you do to get it done. A ritual is the same thing, done at a table you like. We look for the second kind: the Sunday bath, the chair by the door, the cup that is only for mornings.\n\nSeasons of home\nNo house is finished, and few are the same in March as in October. We go back. Some of our best stories are about what had changed.",
  "privacy_email": "privacy@mantel.example",
  "advice_heading": "About homes, and advice",
  "advice_text": "Our stories describe what other people did in their houses. They are meant for interest and not as professional advice. Before you move a wall, a pipe, a wire or anything heavy, ask someone who is qualified and allowed to do it where you live.",
  "liability_limit": "one hundred US dollars",
  "governing_law": "the United States and of the state in which {name} has its principal office",
  "legal_since": "2025-08-01",
  "copyright": "© 2026 {name}. Printed on light.",
  "lost_stories": "On the shelf meanwhile",
  "fact_labels": "Place\nArchitect\nYear\nArea\nWho lives here\nWhat was moved\nWhat was kept"
}'
where exists (select from public.profiles);
alter table public.site_settings enable trigger log_settings;
