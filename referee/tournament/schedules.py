"""Plans that `python -m tests.schedules` found and wrote; nothing is changed here by hand."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Places by letter."""

FOUND: dict[tuple[int, int], str] = {
    (8, 2): "agdehfcb heabdgcf",
    (8, 3): "agbehfcd heacdgbf fecbhgda",
    (8, 4): "agbhefcd hdfbegca fabehgdc edgbafch",
    (8, 5): "agbhefcd fdabegch dhbeagfc ebgfadch efahgbcd",
    (8, 6): "edbhgfca bhagdfce bfgehcda fdghaecb ceghafbd fhcbgeda",
    (8, 9): "agbhefcd geabdhcf cdbhegaf edfbagch edahgfcb cedgfhab abcdgfhe eacfdbgh agdfcbhe",
    (8, 10): "cfbeaghd geahdbcf bhceagdf ecgfabdh fbahedcg fbdgahce ebfadchg egbdfhac agbcdfhe fgbhadce",
    (8, 11): "dgbhefca gecbdhaf badehgcf hcabgfde ehfagbcd gedafbch cdfbeahg gachfbed agdcebhf chedgbaf cfegahbd",
    (8, 12): (
        "afbhegcd feagbdch gadfhceb cgefdabh fbdgheca gcdbfhea gfchdeab dfchebga ecbfghda eghdafbc bhgeacfd fdbeagch"
    ),
    (12, 2): "lfkbcjdghiea ekaclgjidhbf",
    (12, 3): "gclbejkahifd ekiclfjdahgb ijgcfaelbhkd",
    (12, 4): "acbdlgfjhiek jbhcldeigfka afbijdghclke lkahfbedcijg",
    (12, 5): "jbifhcelgdak afejbdchgilk cbaglidjhefk ieabkhjgcdfl hdiaflbgecjk",
    (12, 6): "jlhefcbkdgai jbfgcedaklhi kjedhafglcib igkebajldhcf klfdbhegjcai leafkgjchbdi",
    (12, 7): "jcdagfiklbhe cdfbjiegklha gakbiehdjclf fjghbcekidla elgcjhkdaifb gbldikchajef ghcaibjlekdf",
    (12, 8): (
        "lchaedfbjkig kecbgljdahif khjbegafdicl bfljadikcghe aedjbicgkfhl bidhlkaegcjf balgjiehdfkc bcjalifeghdk"
    ),
    (12, 9): (
        "hbgiaflkejcd elhbfcigjdka hdlgjcbkeaif hkfdebgajicl dcgalbkijehf khcfdabiejgl keidjgfblach"
        " hgjkeidlcfba dfblckegijah"
    ),
    (12, 10): (
        "jghblfkiecad akjlihcefgbd jehkldgacibf eflaihkgdbcj jdliekgbcfha ihlcfjegabdk bhajfdkigecl"
        " bclkhedfijga ckagedjilhfb kjfcdhlgeiba"
    ),
    (12, 11): (
        "kfabigcljhde eaicbjhglfdk laejibdghckf jaglhfeickdb lhdabekgicfj lbfegjkicadh jbchlfdgakie"
        " edkjfagchilb abfjlkhiegcd idbaehfglkcj hagkidjfclbe"
    ),
    (12, 12): (
        "flhegkaibcjd ilhdfkacjbge cjkfhibegdla fgbkicdahelj kldbfhijagce gkfhcblieadj gcdhbefajkli"
        " fjiacgelkdbh chjglabkedif dejkfligbcah kicehjalgdbf jigbcdlfheka"
    ),
    (16, 5): "fehmnlgbcopikdaj egidbacfkpmlohnj okbenmcdjfpglhia maogbphdcjelifkn khgcldofnpaebijm",
    (16, 6): ("imhfndbjgpaoklec hofjkmegdnbcialp deahloknpmbfigcj lmdjfangiboephck difkjpnelghbmoac efcljabkinhmgpdo"),
    (16, 7): (
        "engkfpbihcljodam lpjknfhiacoedbgm klnmbdcfheapgoij emijndpckbholfag ldhgemicbajnopfk"
        " mfhcloebiadkngjp kgacnliobphmdjef"
    ),
    (16, 8): (
        "hngcfildoebjmkpa bgfoclpheandimkj bnlkdpjgiacemhfo fepnhidbgklojmca bdcmhkgelaoijfpn"
        " meglkadfnjocphbi pdeomnigjhalbkcf mndlpgbaehjficko"
    ),
    (16, 9): (
        "khoceiflngmapdjb bcenfjhapgkldmio jgkbdhpeolfncmia cdknfmpboiejglha gdfcmhojpkinblea"
        " dbolnfhpmgeckjai jdenoapchlkmbgfi hdginbaopjlcekfm ogpehcibkfdajlnm"
    ),
    (16, 10): (
        "eobdcaglkpfmijhn milefcjdnkabogph iacnfgoekdlpjbmh bgmjoiafldpnchek hmdaegnfokjlcibp"
        " cdghlimojfpaebkn idjeponhkagmclfb hifkcepmodbalngj dfmnpbigjkcoahle mcnogdkibhflaepj"
    ),
    (16, 11): (
        "hdbfjcmoalenkpig cognbdjhafeplmki ldeonpjgbfimkcha ebgcmdjnoklfphia mplcnfkhjoibgdae"
        " jkoacdfiglbhemnp hgamodfpjkieclbn bkecgfomlhpjidna lidgacjfbpknoemh dckpihonefjglabm"
        " ehicoapbkdmgnjlf"
    ),
    (16, 12): (
        "oeifkdmlbgajcphn doemfjkpgcbhinla jgldfnbehopamkic ijbfdmpnhgloacek eigpnkbojlmhfdca"
        " mlpbaikhenogjcfd idhfalepgcmbkjno bkliagmfhdencjpo jehamciokpbdgnlf khfolcebpgidmjna"
        " dobapmfhlnicjkeg idnjlofcagpkhemb"
    ),
    (20, 6): (
        "natfpcbqkehgslrimdjo oablsgtmdkpfejiqnhrc speaohifrqtdnjklmgcb tecohdsbgqflakjrinpm"
        " qhmalednoprgcfjstikb daicbjngthplfmreqkso"
    ),
    (20, 7): (
        "rftbjpsoqemadkhgclin lfoaqihpdbjmknsretgc kitofpedglrmbcqsnhaj jfkcslehgbaintmpdroq"
        " tjlqrpacebnogdiskhfm smifpgojqekandclhbrt tasdcomhkplbfgqnjeri"
    ),
    (20, 8): (
        "dnsltmqijfhabckregpo msofnchirpalkjtbedgq garneqhbkfpmtsclodji khqdaotbmlengfcjrips"
        " kcesrqlfthopbmjnadgi ikaelphjrfdtsgmboncq jreohsgtamdcflbipnqk nfetjaqsdpbclogkhrmi"
    ),
    (20, 9): (
        "hiertkpnsgaoljqbfmcd gpdrcjskimnoetqbhalf sikojatgmplhbnfcrqde nhjabepsdoflrkmgitcq"
        " fkgetjmpabdicqohrnls knjdmacelstirhobfqpg pcrathkdljeoibgnmfsq rjifdtmbhgcslqakonep"
        " makbpijhorfteglcsqnd"
    ),
    (20, 10): (
        "ilbctfkmahjsrqnogedp hmablogtjpfnqkiedrsc ikgalsfqbprtjmecdohn iojlsgnktdcmrpqabhef"
        " brgjnfimpqthcseoalkd bjdqeltaifpokrsmnhgc bdoklpmngstqrheijfca dgfreopmicaqbktnlsjh"
        " gfclnatespbiokjrdmqh pkchijdtnrelmqgbosaf"
    ),
    (20, 11): (
        "amgqlonktpchseifdrbj qcfgbahrotdmplnjseik krqplctgoidbenfamhjs oasckjtfrgdnmhipeqbl"
        " fpgocjibdheqatknlrms emroghlkajdipbstfnqc npirecldtohfamjqskbg cjroapsghnebdfkmtliq"
        " ohgieartmbfljqnspckd bqokshrficmnjgtelpda qdtsilfrpejockahbngm"
    ),
    (20, 12): (
        "rqftmklhcjiopbdngeas ajdmbtpekcqgflisnorh gndfalhjbkietsqocmpr krsjtcidagobfelpqnhm"
        " qtjgdaprlinohbcsefkm lpjofahtknsdmiqbcerg fjbcohedlrqaikpgnmst pasqneijkhctblgmrdof"
        " iphsjdgmokabcqfnlrte dlcsitmaqojefphgkrnb tpjkigrhofsmcneadlbq jrsbdeqhpocmlngtfaki"
    ),
    (24, 8): (
        "ciwdaojvhxutrbglnskqempf rdxjgfvkpliuoqmwnbatcesh gahwdxlvbjeqnprimtcksuof qpdgbxfctsrwoljkimuavneh"
        " qcvungmxjitflasdhopbwrke cgorvisbjwnudfmheltqxpka iqhksjcpwxfleagumrvbtdon qfarvptwbduklhncxioemsgj"
    ),
    (24, 9): (
        "bamixwpcotnqjdskerlvuhfg rdtaoxgbhmlkvwunscqijpef xdwftkbsgvplinhorujcaemq bifphvcaeokurxmtdnsgqwlj"
        " hsroudaclbnpjexitvfqkmgw rwbhqmdelsufxkivanjgptoc svewrapkbuqxfcnmgjhtdoli clktdbjviqrgumpsowafxnhe"
        " uwitgbecfknrhpqdjmvoslxa"
    ),
    (24, 10): (
        "urnjchbdeafkptlmwsqgvoix hjkwmngbdeqlvupaocstfrix maqrneopwxudskblcthfgjiv ilgfjrehpknxqovwtbdacsum"
        " imphoqxbtrkwsjfnalgducve qtnibvkmghewlfoudprsxjac guokqmjfapwcshlxrvndeibt jtlvexkmoahnpdfswiubcqgr"
        " jqpbfwxmhnsvickdarolgeut huqkwclnrvbfeaisptxgdjmo"
    ),
    (24, 11): (
        "kgbsfdniuecqarthvxowmplj gmfcrdpwxjntiaesvqblhouk rjeomixkswhcaldutpvgfqnb ucavfxphqsgretmdlnokjibw"
        " qimesodrwkcjubpxtlvfgnha smvnjoguixrltefwaqpkbdch gfpercnblktsmwoahuviqdjx cpijnsexmqvhfrkuotbdlgwa"
        " rmkhsopbnlwijvdfatqcguex ehjlvprnmabxuswtoiqfckgd dwqhgitrlxcobkevnumpafjs"
    ),
    (24, 12): (
        "ndtmhrwkceuijsoaqfgvplbx qdhiavumfkejoglcxwsnrbpt mrgavhxsknpotdbulqiwcjef nwqfdvxcuspgkabilhtjeorm"
        " rbcsdwovxmujtkqgenlaifph pdsfogehtkaxmwbirqvjnulc uksqticolxfrbhnjvpmewgad xwtecqapdlhmjrkubvngfios"
        " edkntafugrxibmoqpjwlscvh pnrhjwacklvfmtisegdbqoxu votpsbwkurldmfxchqaegnji vnircmpkdqxjtseloabfwhug"
    ),
    (28, 11): (
        "jwfugBsAqzatyiokdvmerbplnxch shzyafgcqmAkeoilvxuprtwjBnbd xygrujpclohAtdsfvqbikzeBamnw"
        " owBuisaxkdgpAyvjbmtheqrnlzfc zxdAakcrtomvsunlhgweiqfypbjB vorzhuikljadswpqetycgbAnmxfB"
        " laByfrbhswkvopntxqjecAdigmuz zebsBqcoxdwymhjlaAruvfnkpgti uqhdwzcbanvypeAfojsgtlkxBrim"
        " apehABtxjnizqglvcsmrbkuywofd vhBcwAilmyzpkjfqtuegndrsoaxb"
    ),
    (28, 12): (
        "ubecndqpfskyomwxviAgBazhjrlt isnlbmuaohjgeBdyfAptwrxkczqv cokzerigApwBqhmsfjudnxtalvyb"
        " BcpaufezmvdnhwtyAglkosxriqbj timajspvgkBqhldenuoAbzrwycxf kBinclajxbdgwvoeAysmuhtrfpqz"
        " cdwshBvxobpiAyjalezngmfrkuqt vbafnpemwlsuBqyrzjgxoktdihAc BlvtwejihncfAaorbsqxgypudmzk"
        " suzBctmvgdwanrjyiflobhpkAxqe mlxpbBonhyizuvjkAcrdafqwsgte gnwchprveaskfBjmudxiqlyozbtA"
    ),
    (32, 10): (
        "vwgtqEuFczBxyjhnamkeDsCrfidlApbo mdApajzvqoCyebnlixkwrBgFutfschED agpqFsetibjExdCuhoBwrAzlDnvmyfck"
        " jFtbziyDcodewsqEkrnuaAfxmhlgvCBp kAsgiFnphqezBDdtxmyEvuolCfjwarcb zmsoqirBtylxChFaEfpencwAujDgbdkv"
        " xvqesBljEdangbzfhiuAkoFDmCtcwpry svcijmreCAlEbqDfyaBuFzdwonxgktph uwbmkznCqcFlABeEvhfraoitysdgpjDx"
        " sbhxBnmfdjkqortEpuzclwaDAvFyegiC"
    ),
    (32, 11): (
        "wizydvtjnmCckbhFgeBlEfAapDuqosrx exymhpogzukcdFaiCfjblswtnvAErDBq gjcBApbeiwkoalvmDdExFnyuhCrtsfzq"
        " khxvEieCjloumsDArngzpwdcBFtfabyq wjDehtazrEbmkABdlnpxcsfiFqvouyCg CFpxlfkqhzwEjyArcnDtdomesaBuigbv"
        " fhonqykEjaseutxbwvcrpimBdClzAgFD cexfhmqjirudBbwnzypvaDCkoAltFEgs CsvbBAzxnqdgjtpEiDlhcoayufmwFrke"
        " xawguhcArbldvyfDzFjmBCEoqteispnk FlcEhydsAwCqixnjvuBearpfgkmtobDz"
    ),
    (32, 12): (
        "foEAClepuxyqjgiazskvncmtdrDhwbFB ezjBrsqixpgnklDwfvhtEmFCdbyAauco iEzpCnsohgebBvyrcxFlajfdmwqAtukD"
        " jkhmidlCbnqatsAFoDzvwcprefyxBuEg mzlbwxsueokghEnDCyatFvpdcArjifBq lEhimtBgDFjqwopyuzdnrCxkcfbseavA"
        " otljCvgqupbknFfrciDyAhxBzwaEdmes BeqcylnjgAsDbzormpiftFakvEdxwhCu wdfgeEkyitbvjpCsDmxaAulronFBhqcz"
        " ixwolgraeDnbpEtqFhsyBdkczAfCuvjm nikAufDpsBalgyFzdqhotwerCcvmjExb hapAgcEsrymovnjweFuitdzxkflqCDbB"
    ),
    (36, 12): (
        "eonJkiyHsdBAFCbhfGrIxmjpuEwDlvctgqza pdkntxlCfHuJwjgcyIqsFGvziDrAEomhebaB"
        " scnixegfAuaqJbIjHFmlCkGBrwpvDtzoyEhd zusmEbHcyAoFiaxdgpDGflBnjwCqvkIerJht"
        " IznxeGumCygJEapHDFBrchqiotbjAkvfdslw hAzlqnbGDtfyeupiEajkBwIHdgvmxJcFCsro"
        " oGcadCHztsepklqDxwbABvEJuhIgFifjnmyr jayvJGligFEsDHhnoxukmtqBzewfbrIdCpAc"
        " jurlGEAtHDeCiBgofcqdmwkJpyzbFanIvhxs mlbghBfpxGywdFutenAjHoqvECiIzrcksJDa"
        " ehFwucByxqErgnktAzdJiDvbfmaClopIHsGj yelEgArHJqFpwitaCunvsbfkDmIcGhdozxBj"
    ),
    (8, 7): "edbhgfca bhagdfce bfgehcda fdghaecb ceghafbd fhcbgeda edbhgfca",
    (8, 8): "agbhefcd hdfbegca fabehgdc edgbafch agbhefcd hdfbegca fabehgdc edgbafch",
    (40, 13): (
        "aiotbqxNcjzBdlrwegvCfGHKhIJMksyDmuAFnpEL iqwBhjyFkrHJltzEmoDKabencdgpsAGLuCINfvxM"
        " qyEJprGNbdsztBHMeuwLijmvkloxafAIchCKgnDF dyGMahxzjlAHbgBJfmCEqruDstwFcinIekpKovLN"
        " aglGipFHbrtIdjoJnuKMyzCLABENckqvemsxfhwD aBCFbiyAcsuJdtvKezHNflqLgmrMhoEGjknwpxDI"
        " iJKNjqGIdkACelBDbhmHfntygouzapwMrsvEcxFL dehqacrylsIKmtJLbjpunvBGowCHgixEzADMfkFN"
        " lmpyikzGcetAdfuBjrxCavDJbwEKoqFMgHILhnsN tuxGaqsHkmBIlnCJrzFKdiDLejEMgwyNbcfohpvA"
        " admNbkLMcDEHeFGJfgjshilunorApqtCvwzIxyBK ajKLbCDGclMNdEFIefirghktmnqzopsBuvyHwxAJ"
        " akuEblvFcmwGdnxHeoyIfpzJgqAKhrBLisCMjtDN"
    ),
}
"""Rounds by players and number of rounds: the places table by table, four letters each."""

TURNED: dict[tuple[int, int], tuple[int, str]] = {
    (24, 7): (7, "8 19 17 16 11 14 3 21 1 22 10 15 2 9 13 7 0 4 20 5 12 18 6 23"),
    (28, 9): (9, "5 21 24 19 17 1 8 25 14 26 10 4 18 0 27 12 2 13 23 22 3 6 11 7 16 15 9 20"),
    (32, 9): (9, "0 13 10 11 1 25 27 9 30 19 15 6 24 7 4 3 8 22 14 29 26 17 18 20 2 21 16 31 12 23 5 28"),
    (36, 11): (11, "7 16 9 6 25 34 20 4 26 0 22 31 5 29 28 1 23 11 14 15 3 35 18 32 10 13 33 24 21 8 19 2 30 27 12 17"),
    (44, 12): (
        12,
        (
            "11 28 21 39 24 19 33 34 13 42 25 4 35 36 14 1 32 43 16 0 20 23 22 8 6 3 2 29 30 40 12 5 7 41 18 31 9"
            " 38 27 17 10 15 37 26"
        ),
    ),
    (48, 12): (
        12,
        (
            "31 36 20 5 43 2 1 10 14 9 21 13 28 46 6 16 45 41 22 19 39 29 40 26 15 7 35 30 38 0 47 23 25 12 37 44"
            " 32 18 11 24 33 34 4 17 3 42 27 8"
        ),
    ),
    (56, 12): (
        14,
        (
            "12 6 21 50 14 3 37 27 40 23 28 45 4 35 8 49 20 52 22 17 30 36 39 11 53 19 15 41 34 2 38 44 33 9 32"
            " 48 5 7 54 26 46 47 43 55 0 51 18 1 10 24 16 31 42 25 13 29"
        ),
    ),
    (60, 12): (
        15,
        (
            "11 40 39 45 36 27 17 26 3 2 59 50 10 53 55 15 30 23 19 47 6 8 20 12 56 43 1 31 57 33 49 52 13 44 34"
            " 38 51 18 5 16 29 41 21 48 28 42 54 25 37 22 0 35 24 32 46 9 14 7 58 4"
        ),
    ),
    (72, 12): (
        18,
        (
            "7 9 62 38 25 47 1 33 20 22 10 2 48 56 35 12 17 60 26 42 69 6 13 36 64 51 45 52 65 44 66 58 0 31 15"
            " 14 19 16 68 63 55 23 30 59 54 8 57 3 41 4 70 43 37 50 32 40 27 39 24 5 21 67 34 61 28 49 53 29 18"
            " 71 11 46"
        ),
    ),
    (84, 12): (
        21,
        (
            "27 11 18 38 58 65 75 46 26 41 13 71 15 43 68 45 33 7 9 55 14 73 1 66 78 63 80 30 32 40 44 74 24 23"
            " 82 64 53 22 59 79 42 5 6 50 47 81 48 69 21 4 51 37 8 19 29 61 52 49 34 25 3 67 35 12 31 70 54 2 16"
            " 10 76 77 28 62 72 57 36 0 83 56 39 60 17 20"
        ),
    ),
    (88, 12): (
        22,
        (
            "29 64 5 74 53 3 30 56 73 24 44 39 11 46 19 45 81 65 1 79 42 72 0 20 26 13 58 17 36 76 8 21 34 40 49"
            " 84 77 38 6 70 33 32 35 68 85 18 15 69 16 75 10 9 48 78 50 63 67 71 66 47 22 31 14 52 57 61 82 51 25"
            " 43 7 59 62 80 37 54 83 4 23 86 55 60 41 27 2 28 87 12"
        ),
    ),
    (96, 12): (
        24,
        (
            "64 42 55 44 15 10 94 37 87 50 0 76 52 6 30 32 13 9 1 56 51 86 19 92 40 39 23 24 41 90 47 95 89 49 62"
            " 12 16 88 14 85 17 11 8 73 26 81 22 58 74 34 27 67 18 63 66 75 65 79 57 59 28 20 25 7 31 48 60 43 36"
            " 46 80 61 84 45 83 91 5 93 70 38 78 82 53 29 2 33 3 54 21 72 68 4 77 35 69 71"
        ),
    ),
    (120, 12): (
        30,
        (
            "69 94 13 119 107 87 29 96 23 110 88 73 101 77 61 91 76 52 36 98 43 41 35 82 111 102 106 109 11 116"
            " 59 84 47 60 28 113 65 70 89 25 1 95 56 79 86 78 51 27 45 7 99 42 100 21 92 20 18 33 67 24 54 85 3"
            " 112 57 66 37 68 53 90 71 17 93 6 50 32 62 38 97 118 44 15 105 40 104 8 75 103 22 14 12 55 2 19 0 63"
            " 64 48 34 108 30 39 114 58 9 49 4 81 26 72 117 10 31 46 83 80 16 115 74 5"
        ),
    ),
    (132, 12): (
        33,
        (
            "84 34 56 121 86 83 130 124 112 127 67 19 116 52 118 72 17 6 7 85 108 37 57 107 128 39 98 12 78 43 35"
            " 33 42 79 89 25 75 73 69 60 77 63 120 131 38 119 129 126 117 10 29 18 103 111 50 32 114 5 62 47 58"
            " 74 93 44 53 91 46 80 1 41 4 101 122 26 27 113 15 24 115 36 28 22 66 81 9 23 30 45 54 71 2 95 64 104"
            " 8 61 123 90 70 92 96 13 31 68 3 76 125 97 100 55 109 14 110 99 51 106 40 21 88 105 87 48 94 65 82"
            " 102 0 20 16 11 59 49"
        ),
    ),
}
"""The size of an orbit and the places of a first round, table by table, by players and rounds."""
