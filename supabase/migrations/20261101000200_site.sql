create table public.media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (char_length(filename) <= 500),
  original_filename text not null check (char_length(original_filename) <= 500),
  mime_type text not null check (char_length(mime_type) <= 200),
  size_bytes bigint not null check (size_bytes between 0 and 52428800),
  uploaded_by uuid references public.profiles (id) on delete set null,
  storage_path text not null unique check (char_length(storage_path) <= 1000),
  alt_text text check (char_length(alt_text) <= 1000),
  caption text check (char_length(caption) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now()
);
create index media_created_idx on public.media (created_at desc);
create index media_filename_trgm_idx on public.media using gin (original_filename extensions.gin_trgm_ops);

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(trim(title)) between 1 and 300),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published')),
  meta_title text check (char_length(meta_title) <= 200),
  meta_description text check (char_length(meta_description) <= 500),
  parent_id uuid references public.pages (id) on delete set null check (parent_id <> id),
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index pages_address_idx on public.pages (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug);

alter table public.slug_redirects
  add constraint slug_redirects_page_fk foreign key (page_id) references public.pages (id) on delete cascade;

create table public.fonts (
  id uuid primary key default gen_random_uuid(),
  font_name text not null check (char_length(trim(font_name)) between 1 and 200),
  font_file_path text not null check (char_length(font_file_path) <= 2000),
  font_weight text not null default 'Normal' check (font_weight in ('Normal', 'Light', 'Medium', 'Semi-Bold', 'Bold', 'Extra-Bold')),
  font_style text not null default 'Regular' check (font_style in ('Regular', 'Italic', 'Oblique')),
  font_usage text[] not null default '{}' check (font_usage <@ array['Header', 'Body', 'Accent', 'Buttons']),
  mime_type text,
  file_size bigint,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);

create table public.global_styles (
  id uuid primary key default gen_random_uuid(),
  primary_font_id uuid references public.fonts (id) on delete set null,
  secondary_font_id uuid references public.fonts (id) on delete set null,
  accent_font_id uuid references public.fonts (id) on delete set null,
  updated_at timestamptz not null default now()
);
create unique index global_styles_single_idx on public.global_styles ((true));

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  site_name text not null default 'Mantel' check (char_length(trim(site_name)) between 1 and 120),
  tagline text not null default 'love where you live.' check (char_length(tagline) <= 200),
  social_label text not null default 'Instagram' check (char_length(social_label) <= 60),
  social_url text check (social_url is null or social_url ~ '^https://' and char_length(social_url) <= 500),
  newsletter_enabled boolean not null default true,
  contact_enabled boolean not null default true,
  sign_up_open boolean not null default true,
  updated_at timestamptz not null default now()
);
create unique index site_settings_single_idx on public.site_settings ((true));

-- The host's build hook is a secret: whoever has its address can start builds.
create table public.deploy_settings (
  id uuid primary key default gen_random_uuid(),
  deploy_hook_url text check (deploy_hook_url ~ '^https://' and char_length(deploy_hook_url) <= 1000),
  updated_at timestamptz not null default now()
);
create unique index deploy_settings_single_idx on public.deploy_settings ((true));

create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  first_name text check (char_length(first_name) <= 120),
  preferences jsonb not null default '{"weeklyNewsletter": true, "designTips": true, "newArticles": false, "specialOffers": false}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) < 1000),
  source_page text check (char_length(source_page) <= 300),
  status text not null default 'active' check (status in ('active', 'unsubscribed')),
  subscribed_at timestamptz not null default now()
);
create unique index subscribers_email_idx on public.subscribers (lower(email));
create index subscribers_subscribed_idx on public.subscribers (subscribed_at desc);
create index subscribers_email_trgm_idx on public.subscribers using gin (email extensions.gin_trgm_ops);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  subject text check (char_length(subject) <= 300),
  phone text check (char_length(phone) <= 60),
  message text not null check (char_length(trim(message)) between 1 and 10000),
  status text not null default 'new' check (status in ('new', 'read', 'answered')),
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on public.contact_messages (created_at desc);

-- Rate limits for what strangers may insert. An address is kept only as a hash, and only for the window.
create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
alter table private.rate_limits enable row level security;

-- Per caller 8 in ten minutes; all strangers together 600, which a magazine's best day does not reach.
create function private.limit_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  address text := coalesce(headers ->> 'cf-connecting-ip', nullif(trim(split_part(headers ->> 'x-forwarded-for', ',', 1)), ''));
  slot timestamptz := to_timestamp(floor(extract(epoch from now()) / 600) * 600);
  used integer;
begin
  if private.is_service() or public.has_role('super_admin', 'editor') then return new; end if;
  delete from private.rate_limits where window_start < now() - interval '20 minutes';
  insert into private.rate_limits as r (action, caller, window_start) values (tg_table_name, '*', slot)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into used;
  if used > 600 then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  if address is not null then
    insert into private.rate_limits as r (action, caller, window_start) values (tg_table_name, md5(address), slot)
    on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into used;
    if used > 8 then
      raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
    end if;
  end if;
  return new;
end $$;

create trigger limit_rate before insert on public.subscribers for each row execute function private.limit_rate();
create trigger limit_rate before insert on public.contact_messages for each row execute function private.limit_rate();

-- Addresses are compared without case and stored without the blanks a phone keyboard adds.
create function private.clean_email() returns trigger
language plpgsql set search_path = ''
as $$ begin new.email := lower(trim(new.email)); return new; end $$;
create trigger clean_email before insert or update of email on public.subscribers for each row execute function private.clean_email();

create function private.before_page_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.parent_id is null and new.slug in ('browse', 'article', 'author', 'authors', 'design-journal', 'living-spaces',
      'wellness-lifestyle', 'entertainment-hosting', 'guides-tips', 'contact', 'auth', 'admin', '404', 'rss', 'feed',
      'sitemap', 'robots', 'og', 'team', 'uploads', 'fonts', 'media', 'images') then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- One after the other, or two moves at once could each see the other page where it was.
  if new.parent_id is not null then perform pg_advisory_xact_lock(hashtext('mantel.page_parents')); end if;
  if new.parent_id is not null and exists (
    with recursive up (id, parent_id) as (
      select p.id, p.parent_id from public.pages p where p.id = new.parent_id
      union
      select p.id, p.parent_id from public.pages p join up on p.id = up.parent_id
    ) select 1 from up where id = new.id
  ) then
    raise exception 'A page cannot be its own parent' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger before_page_write before insert or update on public.pages
for each row execute function private.before_page_write();

-- Only pages at the root have an address that is their slug alone.
create function private.keep_page_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.status = 'published' and old.parent_id is null
     and (old.slug <> new.slug or new.parent_id is not null) then
    insert into public.slug_redirects (kind, old_slug, page_id) values ('page', old.slug, new.id)
    on conflict (kind, old_slug) do update set page_id = excluded.page_id, created_at = now();
  end if;
  if new.parent_id is null then
    delete from public.slug_redirects where kind = 'page' and old_slug = new.slug;
  end if;
  return null;
end $$;
create trigger keep_page_redirect after insert or update of slug, parent_id on public.pages
for each row execute function private.keep_page_redirect();

create trigger touch_global_styles before update on public.global_styles for each row execute function private.touch_updated_at();
create trigger touch_site_settings before update on public.site_settings for each row execute function private.touch_updated_at();
create trigger touch_deploy_settings before update on public.deploy_settings for each row execute function private.touch_updated_at();

alter table public.media enable row level security;
alter table public.pages enable row level security;
alter table public.fonts enable row level security;
alter table public.global_styles enable row level security;
alter table public.site_settings enable row level security;
alter table public.deploy_settings enable row level security;
alter table public.subscribers enable row level security;
alter table public.contact_messages enable row level security;

grant select (id, filename, mime_type, size_bytes, storage_path, alt_text, caption, width, height, created_at) on public.media to anon;
grant select (id, font_name, font_file_path, font_weight, font_style, font_usage, mime_type, file_size, created_at) on public.fonts to anon;
grant select on public.pages, public.global_styles, public.site_settings to anon;
grant insert (email, first_name, preferences, source_page) on public.subscribers to anon;
grant insert (name, email, subject, phone, message) on public.contact_messages to anon;
grant select, insert, update, delete on public.media, public.pages, public.fonts, public.global_styles, public.site_settings,
  public.deploy_settings to authenticated;
grant select, insert, update, delete on public.subscribers, public.contact_messages to authenticated;
grant all on public.media, public.pages, public.fonts, public.global_styles, public.site_settings, public.deploy_settings,
  public.subscribers, public.contact_messages to service_role;

create policy "everyone sees media" on public.media for select to anon, authenticated using (true);
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor')) or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor')) or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create policy "everyone reads published pages" on public.pages for select to anon, authenticated using (status = 'published');
create policy "editors read pages" on public.pages for select to authenticated using ((select public.has_role('super_admin', 'editor')));
create policy "editors add pages" on public.pages for insert to authenticated with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change pages" on public.pages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove pages" on public.pages for delete to authenticated using ((select public.has_role('super_admin', 'editor')));

create policy "everyone reads fonts" on public.fonts for select to anon, authenticated using (true);
create policy "editors add fonts" on public.fonts for insert to authenticated with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fonts" on public.fonts for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove fonts" on public.fonts for delete to authenticated using ((select public.has_role('super_admin', 'editor')));

create policy "everyone reads global styles" on public.global_styles for select to anon, authenticated using (true);
create policy "editors add global styles" on public.global_styles for insert to authenticated with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change global styles" on public.global_styles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));

create policy "everyone reads site settings" on public.site_settings for select to anon, authenticated using (true);
create policy "super admins add site settings" on public.site_settings for insert to authenticated with check ((select public.has_role('super_admin')));
create policy "super admins change site settings" on public.site_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

create policy "super admins read deploy settings" on public.deploy_settings for select to authenticated using ((select public.has_role('super_admin')));
create policy "super admins add deploy settings" on public.deploy_settings for insert to authenticated with check ((select public.has_role('super_admin')));
create policy "super admins change deploy settings" on public.deploy_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

create policy "anyone subscribes" on public.subscribers for insert to anon with check (status = 'active');
create policy "editors read subscribers" on public.subscribers for select to authenticated using ((select public.has_role('super_admin', 'editor')));
create policy "editors change subscribers" on public.subscribers for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove subscribers" on public.subscribers for delete to authenticated using ((select public.has_role('super_admin')));

create policy "anyone writes to us" on public.contact_messages for insert to anon with check (status = 'new');
create policy "editors read messages" on public.contact_messages for select to authenticated using ((select public.has_role('super_admin', 'editor')));
create policy "editors mark messages" on public.contact_messages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove messages" on public.contact_messages for delete to authenticated using ((select public.has_role('super_admin')));

-- Storage: media/{userId}/{timestamp}.{ext}, fonts/{timestamp}_{name}.{ext}
insert into storage.buckets (id, name, public) values ('media', 'media', true), ('fonts', 'fonts', true) on conflict (id) do nothing;

create policy "writers upload into their own media folder" on storage.objects for insert to authenticated
with check (bucket_id = 'media' and (select public.has_role('super_admin', 'editor', 'contributor'))
            and split_part(name, '/', 1) = (select auth.uid())::text);
create policy "editors upload fonts" on storage.objects for insert to authenticated
with check (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor')));
create policy "staff list stored files" on storage.objects for select to authenticated
using (bucket_id in ('media', 'fonts') and (select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors delete stored files" on storage.objects for delete to authenticated
using (bucket_id in ('media', 'fonts') and (select public.has_role('super_admin', 'editor')));
