/* The marks of the magazine, where its staff have chosen some: each a picture of the library, by its address, or an SVG in
   the form in which src/domain/media/svg.ts writes them. Null: the standard one. */

create table public.branding (
  id uuid primary key default gen_random_uuid(),
  -- In place of the magazine's name in the header of pages.
  logo text check (char_length(logo) <= 16000),
  -- In place of the logo in dark; null: the same.
  logo_dark text check (char_length(logo_dark) <= 16000),
  -- A square, of which the icons of browsers and devices are made.
  icon text check (char_length(icon) <= 16000),
  -- Where a page without a picture of its own is shared.
  share_picture text check (char_length(share_picture) <= 2000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- The marks before the last change, by column. No use of their files.
  former jsonb
);
create unique index branding_single_idx on public.branding ((true));

alter table public.branding enable row level security;
grant select, insert, update on public.branding to authenticated;
-- Visitors read get_branding().
create policy "writers read the branding" on public.branding for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "super admins add the branding" on public.branding for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change the branding" on public.branding for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

-- The marks as readers see them: without the files that are not shown now.
create function public.get_branding() returns table (id uuid, logo text, logo_dark text, icon text, share_picture text)
language sql stable security definer set search_path = ''
as $$
  select b.id,
    case when not private.names_one_of(b.logo, withdrawn) then b.logo end,
    case when not private.names_one_of(b.logo_dark, withdrawn) then b.logo_dark end,
    case when not private.names_one_of(b.icon, withdrawn) then b.icon end,
    case when not private.names_one_of(b.share_picture, withdrawn) then b.share_picture end
  from public.branding b, private.withdrawn_files('branding', b.id::text) as withdrawn
$$;
grant execute on function public.get_branding() to anon, authenticated;

/* Whether a text is an SVG of the elements, attributes and values that pages show. They parse it again: here
   elements may end in another order. */
create function private.is_clean_svg(p_svg text) returns boolean
language sql immutable set search_path = ''
as $$
  select char_length(p_svg) <= 16000
    and p_svg ~ '^<svg viewBox="[-+0-9.e ]+"[^<>]*>.*</svg>$' and p_svg !~ '.<svg'
    and p_svg !~ 'url\((?!#s[0-9]+\))' and regexp_count(p_svg, '<g>|<[^/>][^>]*[^/]>') = regexp_count(p_svg, '</')
    and regexp_replace(p_svg, concat(
      '</?(svg|g|defs|symbol|clipPath|mask|linearGradient|radialGradient|stop|path|rect|circle|ellipse|line|polyline|polygon|use)',
      '( (id="s[0-9]+"|href="#s[0-9]+"|(d|points|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|width|height|transform|viewBox|offset|',
      'gradientUnits|gradientTransform|spreadMethod|clipPathUnits|maskUnits|maskContentUnits|fill|fill-rule|fill-opacity|',
      'stroke|stroke-width|stroke-linecap|stroke-linejoin|stroke-miterlimit|stroke-dasharray|stroke-dashoffset|',
      'stroke-opacity|stop-color|stop-opacity|opacity|color|display|visibility|clip-path|clip-rule|mask|mask-type)',
      '="[A-Za-z0-9_ .,;#%()+-]*"))*/?>'), '', 'g') = ''
$$;

-- The storage path that the address of a file names: in the bucket, or in the site's own uploads.
create function private.library_path(p_address text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(private.stored_file_path(p_address, '/storage/v1/object/public/media/'), substring(p_address from '^/(uploads/.+)$'))
$$;

-- Trigger: refuses what is no mark, and keeps the marks before a change.
create function private.before_branding_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unmarked text[] := array['id', 'version', 'updated_at', 'former'];
  marks jsonb := to_jsonb(new) - unmarked;
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - unmarked else '{}' end;
  mark text; given text;
begin
  for mark, given in select key, value from jsonb_each_text(marks) where marks -> key is distinct from before -> key loop
    if given is null or mark <> 'share_picture' and private.is_clean_svg(given) then continue; end if;
    if starts_with(given, '<') then
      raise exception 'This drawing has something that pages do not show. Choose its file anew.' using errcode = '23514';
    end if;
    -- The secret key may store any (imports).
    if not private.is_service() and not exists (
      select from public.media m where m.mime_type like 'image/%'
        and m.storage_path = private.library_path(given)) then
      raise exception 'This picture is not in the media library: choose another one.' using errcode = '23514';
    end if;
  end loop;
  new.former := case
    -- Those of the demo content were chosen by nobody: there is no change to take back.
    when tg_op = 'INSERT' then case when private.is_service() then marks end
    -- A file is replaced by another one, in both.
    when current_setting('mantel.replaced_media', true) <> '' then new.former
    when marks = before then old.former
    else before end;
  return new;
end $$;
-- By their names in this order: addresses become paths, are checked, and the version follows them.
create trigger addresses_as_paths before insert or update on public.branding
for each row execute function private.store_paths();
create trigger before_branding_write before insert or update on public.branding
for each row execute function private.before_branding_write();
create trigger set_version before update on public.branding
for each row execute function private.before_settings_update();
create trigger public_row_changed after insert or update or delete on public.branding
for each row execute function private.public_row_changed();
create trigger update_media_references after insert or update or delete on public.branding
for each row execute function private.update_media_references('id');

-- The marks for the audit log: {"logo": "hearth.svg", …}, a drawing without a name by its digest.
create function private.mark_names(marks jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case
    when starts_with(value, '<') then 'drawing ' || left(md5(value), 8)
    else coalesce((
      select m.original_filename from public.media m
      where m.storage_path = private.library_path(value)), value) end), '{}')
  from jsonb_each_text(marks) where key in ('logo', 'logo_dark', 'icon', 'share_picture')
$$;
create trigger log_settings after insert or update on public.branding
for each row execute function private.log_settings();
