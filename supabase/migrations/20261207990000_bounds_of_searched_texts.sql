-- Texts that somebody searches for are cut before all else, and marks on one letter before a text is normalized.

/* A text in a form of Unicode, with at most 30 marks on one letter: to put more in order takes time with their square, and
   no time limit ends that (normalized in src/domain/fold-text.ts; a test compares them). All functions normalize with it. */
create or replace function private.normalized(p_text text, p_form text) returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  marks constant text :=
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7\u09c8\u09cb-\u09cd\u09d7\u09e2\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5\u0cd6\u0ce2\u0ce3\u0cf3\u0d00-\u0d03\u0d3b\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U00011344\U00011347\U00011348\U0001134b-\U0001134d\U00011357\U00011362\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937\U00011938\U0001193b-\U0001193e\U00011940\U00011942\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0\U00016ff1\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]';
begin
  -- Most texts: all forms of ASCII are the same.
  if octet_length(p_text) = length(p_text) then return p_text; end if;
  return pg_catalog.normalize(regexp_replace(p_text, '(' || marks || '{30})' || marks || '+', '\1', 'g'), p_form);
end $$;

grant execute on function private.normalized(text, text) to authenticated, service_role;

create or replace function private.fold_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare plain text := translate(p_text, '´‘’‚‛′ʼ`“”„‟«»‐‑‒–—―−', '''''''''''''''''""""""-------');
begin
  -- Most texts: without accents there is nothing else to do.
  if octet_length(plain) = length(plain) then return lower(plain); end if;
  return private.normalized(replace(replace(replace(replace(translate(lower(regexp_replace(private.normalized(plain, 'NFKD'),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
    '', 'g')), 'øłđðħıŧς', 'olddhitσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'NFC');
end $$;

create or replace function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(private.normalized(name, 'NFKD'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'аαᴀɑᎪꭺꓮвβʙᏏꮟᏴᏼꓐсᴄᏟꮯꓚᴅᎠꭰꓓеεᴇᎬꭼꓰꜰꓝɢɡցᏀꮐᏳᏻꓖнһʜհᎻꮋᏂꮒꓧіιıɪɩᎥꭵᏆꮖꓲјᴊᎫꭻꓙкκᴋᏦꮶꓗӏʟᏞꮮꓡмᴍᎷꮇꓟηпɴոꓠоοᴏօꓳрρᴘᏢꮲꓑԛզʀᎡꭱᏒꮢꓣѕꜱᏕꮥᏚꮪꓢтτᴛᎢꭲꓔυᴜսꓴνᴠᏙꮩꓦԝᴡᎳꮃᏔꮤꓪхχꓫуʏᎩꭹᎽꮍꓬᴢᏃꮓꓜς𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯꟱',
    'aaaaaaabbbbbbbbcccccddddeeeeeeffgggggggghhhhhhhhhiiiiiiiiiijjjjjkkkkkklllllmmmmmnnnnnoooooppppppqqrrrrrrsssssssttttttuuuuvvvvvwwwwwwwxxxyyyyyyyzzzzσabcdefghijklmnopqrstuvwxyzs'), '')
$$;

create or replace function private.body_text(p_content jsonb) returns text
language sql stable set search_path = ''
as $$
  select coalesce((
  select left(private.normalized(replace(replace(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(
      string_agg(separator || words, '' order by place),
      '(^|\n)#{2,3} |\*\*', '\1', 'g'),
      '</?(p|h[1-6]|li|ul|ol|blockquote|footer|pre|hr|br|figure|figcaption|table|tr|td|th|div)\y[^>]*>', ' ', 'gi'),
      '<[^>]*>', '', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'), 'NFC'), 300000)
  from (
    select value #>> '{}' as words, place,
      -- The runs of a paragraph follow each other without a blank.
      case when key = 'text' and trim_array(place, 2) = lag(trim_array(place, 2)) over (order by place) then '' else ' ' end
        as separator
    from private.body_values(p_content)
    where jsonb_typeof(value) = 'string'
      and key in ('', 'html', 'text', 'caption', 'items', 'content', 'code', 'title', 'description')
  ) part), '')
$$;

create or replace function private.searched_part(p_text text) returns text
language sql immutable set search_path = ''
as $$ select left(p_text, 200) $$;

create or replace function private.words_to_find(p_text text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(lexeme order by place), '{}') from (
    select lexeme, positions[1] as place from unnest(private.words_of(p_text)) order by 2 limit 12) word
$$;

create or replace function private.author_named(p_name text) returns text
language sql stable security definer set search_path = ''
as $$
  with named (name, rank) as (
    select p_name, 1
    union all
    select a.name, 2 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name)
    union all
    select p.full_name, 2 from public.profiles p where private.name_key(p.full_name) = private.name_key(p_name)
    union all
    select a.name, 3 from public.slug_redirects r join public.author_profiles a on a.id = r.entity_id
    where r.kind = 'author'
      and r.old_slug in (public.slugify(p_name), regexp_replace(lower(btrim(private.normalized(p_name, 'NFC'))), '\s+', '-', 'g'))
    union all
    select coalesce(own.name, p.full_name), 3 from private.former_names f join public.profiles p on p.id = f.profile_id
    left join public.author_profiles own on own.profile_id = p.id
    where f.name_key = private.name_key(p_name)
  )
  select n.name from named n
  where exists (
    select 1 from private.story_words s where s.people @> array[n.name] and s.published_at <= now())
  order by n.rank, n.name limit 1
$$;

create or replace function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt,
    case when not private.names_one_of(a.featured_image, public.withdrawn_files(a)) then a.featured_image end as featured_image,
    a.read_time, a.published_at,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  author_name text;
begin
  p_text := private.searched_part(p_text);
  p_category := private.searched_part(p_category);
  p_author := private.searched_part(p_author);
  if p_category <> '' then
    category := private.category_named(p_category);
    filters := format(' and a.category_id = %L', category.id);
  end if;
  if p_author <> '' then
    author_name := coalesce(private.author_named(p_author), p_author);
    filters := filters || format(
      ' and a.id in (select s.article_id from private.story_words s where s.people @> array[%L])', author_name);
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  if category.name <> p_category then result := result || jsonb_build_object('category', category.name); end if;
  if author_name <> p_author then result := result || jsonb_build_object('author', author_name); end if;
  if p_text <> '' and p_author = '' and skip = 0 then
    result := result || jsonb_build_object('people', private.people_named(p_text));
  end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

create or replace function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  take integer := least(greatest(p_take, 0), 100);
  searched text := private.searched_part(p_text);
  contained text := private.ilike_pattern(searched);
  folded text := private.ilike_pattern(private.fold_text(searched));
  query tsquery;
  found integer;
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and a.title ilike contained
    order by a.published_at desc, a.id limit take;
  get diagnostics found = row_count;
  if found = take or private.is_only_signs(searched) then return; end if;
  query := private.all_of(private.queries_of(private.words_to_find(searched)));
  return query
    select a.title
    from (
      select article_id, published_at from private.story_words
      where words @@ query and head @@ query and ts_filter(head, '{a}') @@ query and published_at <= now()
      union
      select article_id, published_at from private.story_words
      where head_text like folded and split_part(head_text, E'\n', 1) like folded and published_at <= now()
    ) s join public.articles a on a.id = s.article_id
    where not a.title ilike contained
    order by s.published_at desc, a.id limit take - found;
end $$;

reindex index public.profiles_name_key;
reindex index public.author_profiles_name_key;
