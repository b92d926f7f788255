-- Texts are bounded with their blanks, and lists with what they repeat.

update public.articles set title = left(trim(title), 300) where char_length(title) > 300;
alter table public.articles drop constraint articles_title_check, add constraint articles_title_check check (char_length(title) <= 300 and trim(title) <> '');

update public.author_profiles set name = left(trim(name), 200) where char_length(name) > 200;
alter table public.author_profiles drop constraint author_profiles_name_check, add constraint author_profiles_name_check check (char_length(name) <= 200 and trim(name) <> '');

update public.categories set name = left(trim(name), 120) where char_length(name) > 120;
alter table public.categories drop constraint categories_name_check, add constraint categories_name_check check (char_length(name) <= 120 and trim(name) <> '');

update public.tags set name = left(trim(name), 120) where char_length(name) > 120;
alter table public.tags drop constraint tags_name_check, add constraint tags_name_check check (char_length(name) <= 120 and trim(name) <> '');

update public.contact_messages set name = left(trim(name), 200) where char_length(name) > 200;
alter table public.contact_messages drop constraint contact_messages_name_check, add constraint contact_messages_name_check check (char_length(name) <= 200 and trim(name) <> '');

update public.contact_messages set message = left(trim(message), 10000) where char_length(message) > 10000;
alter table public.contact_messages drop constraint contact_messages_message_check, add constraint contact_messages_message_check check (char_length(message) <= 10000 and trim(message) <> '');

update public.credit_roles set name = left(trim(name), 60) where char_length(name) > 60;
alter table public.credit_roles drop constraint credit_roles_name_check, add constraint credit_roles_name_check check (char_length(name) <= 60 and trim(name) <> '');

update public.credit_roles set byline = left(trim(byline), 80) where char_length(byline) > 80;
alter table public.credit_roles drop constraint credit_roles_byline_check, add constraint credit_roles_byline_check check (char_length(byline) <= 80 and trim(byline) <> '');

update public.fonts set font_name = left(trim(font_name), 200) where char_length(font_name) > 200;
alter table public.fonts drop constraint fonts_font_name_check, add constraint fonts_font_name_check check (char_length(font_name) <= 200 and trim(font_name) <> '');

update public.name_requests set name = left(trim(name), 200) where char_length(name) > 200;
alter table public.name_requests drop constraint name_requests_name_check, add constraint name_requests_name_check check (char_length(name) <= 200 and trim(name) <> '');

update public.pages set title = left(trim(title), 300) where char_length(title) > 300;
alter table public.pages drop constraint pages_title_check, add constraint pages_title_check check (char_length(title) <= 300 and trim(title) <> '');

update public.plans set title = left(trim(title), 300) where char_length(title) > 300;
alter table public.plans drop constraint plans_title_check, add constraint plans_title_check check (char_length(title) <= 300 and trim(title) <> '');

update public.plan_tasks set kind = left(trim(kind), 60) where char_length(kind) > 60;
alter table public.plan_tasks drop constraint plan_tasks_kind_check, add constraint plan_tasks_kind_check check (char_length(kind) <= 60 and trim(kind) <> '');

update public.site_settings set site_name = left(trim(site_name), 120) where char_length(site_name) > 120;
alter table public.site_settings drop constraint site_settings_site_name_check, add constraint site_settings_site_name_check check (char_length(site_name) <= 120 and trim(site_name) <> '');

update public.comments set body = left(trim(body), 4000) where char_length(body) > 4000;
alter table public.comments drop constraint comments_body_check, add constraint comments_body_check check (char_length(body) <= 4000 and trim(body) <> '');

update public.article_templates set name = left(trim(name), 120) where char_length(name) > 120;
alter table public.article_templates drop constraint article_templates_name_check, add constraint article_templates_name_check check (char_length(name) <= 120 and trim(name) <> '');

update public.fonts set font_usage = array(select distinct unnest(font_usage)) where cardinality(font_usage) > 4;
update public.fonts set mime_type = null where char_length(mime_type) > 200;
alter table public.fonts drop constraint fonts_font_usage_check,
  add constraint fonts_font_usage_check
    check (font_usage <@ array['Header', 'Body', 'Accent', 'Buttons'] and cardinality(font_usage) <= 4),
  add constraint fonts_mime_type_check check (char_length(mime_type) <= 200);

update public.site_settings set required_checks = array(select distinct unnest(required_checks))
where cardinality(required_checks) > 8;
alter table public.site_settings drop constraint site_settings_required_checks_check,
  add constraint site_settings_required_checks_check check (required_checks <@
    array['excerpt', 'category', 'share_picture', 'title_length', 'writer', 'alt_text', 'headings', 'notes']
    and cardinality(required_checks) <= 8);

update public.proposed_people set name = left(trim(name), 200) where char_length(name) > 200;
alter table public.proposed_people drop constraint proposed_people_name_check,
  add constraint proposed_people_name_check check (char_length(name) <= 200 and trim(name) <> '');
