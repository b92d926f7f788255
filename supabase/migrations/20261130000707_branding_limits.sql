alter table public.branding add constraint branding_logo_check CHECK ((char_length(logo) <= 16000));

alter table public.branding add constraint branding_logo_dark_check CHECK ((char_length(logo_dark) <= 16000));

alter table public.branding add constraint branding_icon_check CHECK ((char_length(icon) <= 16000));

alter table public.branding add constraint branding_share_picture_check CHECK ((char_length(share_picture) <= 2000));
